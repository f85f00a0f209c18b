{-# LANGUAGE NoImplicitPrelude #-}
-- | Containers whose elements can be gone through with effects, keeping the shape.
module Base.Traversable where

import Base.Classes
import Base.Foldable (Foldable)
import Base.Function
import Base.Monad hiding (mapM, sequence)
import Base.Monoid
import GHC.Types

class (Functor t, Foldable t) => Traversable t where
  traverse :: Applicative f => (a -> f b) -> t a -> f (t b)
  sequenceA :: Applicative f => t (f a) -> f (t a)
  mapM :: Monad m => (a -> m b) -> t a -> m (t b)
  sequence :: Monad m => t (m a) -> m (t a)
  traverse f t = sequenceA (fmap f t)
  sequenceA t = traverse id t
  mapM f t = traverse f t
  sequence t = sequenceA t

instance Traversable [] where
  traverse _ [] = pure []
  traverse f (x : xs) = liftA2 (:) (f x) (traverse f xs)

instance Traversable Maybe where
  traverse _ Nothing = pure Nothing
  traverse f (Just x) = fmap Just (f x)

instance Traversable (Either e) where
  traverse _ (Left e) = pure (Left e)
  traverse f (Right x) = fmap Right (f x)

instance Traversable ((,) a) where
  traverse f (x, y) = fmap ((,) x) (f y)

instance Traversable NonEmpty where
  traverse f (x :| xs) = liftA2 (:|) (f x) (traverse f xs)

instance Traversable Identity where
  traverse f (Identity x) = fmap Identity (f x)

instance Traversable (Const m) where
  traverse _ (Const x) = pure (Const x)

instance Traversable Proxy where
  traverse _ _ = pure Proxy

instance Traversable Sum where
  traverse f (Sum x) = fmap Sum (f x)

instance Traversable Product where
  traverse f (Product x) = fmap Product (f x)

instance Traversable First where
  traverse f (First m) = fmap First (traverse f m)

instance Traversable Last where
  traverse f (Last m) = fmap Last (traverse f m)

for :: (Traversable t, Applicative f) => t a -> (a -> f b) -> f (t b)
for t f = traverse f t

forM :: (Traversable t, Monad m) => t a -> (a -> m b) -> m (t b)
forM t f = mapM f t

-- | A state that is handed from the left to the right.
newtype StateL s a = StateL {runStateL :: s -> (s, a)}

instance Functor (StateL s) where
  fmap f (StateL k) = StateL (\s -> let r = k s in (fst r, f (snd r)))

instance Applicative (StateL s) where
  pure x = StateL (\s -> (s, x))
  StateL kf <*> StateL kv = StateL (\s ->
    let f = kf s
        v = kv (fst f)
     in (fst v, snd f (snd v)))

-- | A state that is handed from the right to the left.
newtype StateR s a = StateR {runStateR :: s -> (s, a)}

instance Functor (StateR s) where
  fmap f (StateR k) = StateR (\s -> let r = k s in (fst r, f (snd r)))

instance Applicative (StateR s) where
  pure x = StateR (\s -> (s, x))
  StateR kf <*> StateR kv = StateR (\s ->
    let v = kv s
        f = kf (fst v)
     in (fst f, snd f (snd v)))

mapAccumL :: Traversable t => (s -> a -> (s, b)) -> s -> t a -> (s, t b)
mapAccumL f s t = runStateL (traverse (\a -> StateL (\r -> f r a)) t) s

mapAccumR :: Traversable t => (s -> a -> (s, b)) -> s -> t a -> (s, t b)
mapAccumR f s t = runStateR (traverse (\a -> StateR (\r -> f r a)) t) s

fmapDefault :: Traversable t => (a -> b) -> t a -> t b
fmapDefault f t = runIdentity (traverse (\x -> Identity (f x)) t)

foldMapDefault :: (Traversable t, Monoid m) => (a -> m) -> t a -> m
foldMapDefault f t = getConst (traverse (\x -> Const (f x)) t)
