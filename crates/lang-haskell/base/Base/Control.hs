{-# LANGUAGE NoImplicitPrelude #-}
-- | What @Control.Monad@ and its kin have beside the classes.
module Base.Control where

import Base.Classes
import Base.Foldable (Foldable, foldlM, toList)
import Base.Function
import Base.List
import Base.Monad
import Base.Num
import GHC.Types

infixr 1 >=>, <=<
infixl 4 <$!>

(>=>) :: Monad m => (a -> m b) -> (b -> m c) -> a -> m c
f >=> g = \x -> f x >>= g

(<=<) :: Monad m => (b -> m c) -> (a -> m b) -> a -> m c
g <=< f = \x -> f x >>= g

(<$!>) :: Monad m => (a -> b) -> m a -> m b
f <$!> m = m >>= \x -> let y = f x in y `seq'` return y

unless :: Applicative f => Bool -> f () -> f ()
unless True _ = pure ()
unless False m = m

forever :: Applicative f => f a -> f b
forever m = let again = m *> again in again

guard :: Alternative f => Bool -> f ()
guard True = pure ()
guard False = empty

mfilter :: MonadPlus m => (a -> Bool) -> m a -> m a
mfilter p m = m >>= \x -> case p x of
  True -> return x
  False -> mzero

filterM :: Applicative m => (a -> m Bool) -> [a] -> m [a]
filterM _ [] = pure []
filterM p (x : xs) = liftA2 (\keep rest -> case keep of True -> x : rest; False -> rest) (p x) (filterM p xs)

mapAndUnzipM :: Applicative m => (a -> m (b, c)) -> [a] -> m ([b], [c])
mapAndUnzipM f xs = fmap unzip (traverseList f xs)

traverseList :: Applicative m => (a -> m b) -> [a] -> m [b]
traverseList _ [] = pure []
traverseList f (x : xs) = liftA2 (:) (f x) (traverseList f xs)

zipWithM :: Applicative m => (a -> b -> m c) -> [a] -> [b] -> m [c]
zipWithM f xs ys = traverseList id (zipWith f xs ys)

zipWithM_ :: Applicative m => (a -> b -> m c) -> [a] -> [b] -> m ()
zipWithM_ f xs ys = foldr (\m r -> m *> r) (pure ()) (zipWith f xs ys)

foldM :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m b
foldM f z t = foldlM f z t

foldM_ :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m ()
foldM_ f z t = foldlM f z t >> return ()

replicateM :: Applicative m => Int -> m a -> m [a]
replicateM n m = case n <= 0 of
  True -> pure []
  False -> liftA2 (:) m (replicateM (n - 1) m)

replicateM_ :: Applicative m => Int -> m a -> m ()
replicateM_ n m = case n <= 0 of
  True -> pure ()
  False -> m *> replicateM_ (n - 1) m

liftM4 :: Monad m => (a -> b -> c -> d -> e) -> m a -> m b -> m c -> m d -> m e
liftM4 f m n o p = m >>= \a -> n >>= \b -> o >>= \c -> p >>= \d -> return (f a b c d)
