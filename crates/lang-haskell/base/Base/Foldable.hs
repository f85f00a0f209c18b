{-# LANGUAGE BangPatterns, MagicHash, NoImplicitPrelude #-}
-- | Containers whose elements can be gone through.
--
-- Lists bring their own version of each method. The others have 'foldr' or 'foldMap', and the rest
-- follows from the list of their elements.
module Base.Foldable where

import Base.Classes
import Base.Error
import Base.Function
import qualified Base.List as List
import Base.Monad hiding (mapM, sequence)
import Base.Monoid
import Base.Num
import GHC.Types

infix 4 `elem`, `notElem`

class Foldable t where
  fold :: Monoid m => t m -> m
  foldMap :: Monoid m => (a -> m) -> t a -> m
  foldMap' :: Monoid m => (a -> m) -> t a -> m
  foldr :: (a -> b -> b) -> b -> t a -> b
  foldr' :: (a -> b -> b) -> b -> t a -> b
  foldl :: (b -> a -> b) -> b -> t a -> b
  foldl' :: (b -> a -> b) -> b -> t a -> b
  foldr1 :: (a -> a -> a) -> t a -> a
  foldl1 :: (a -> a -> a) -> t a -> a
  toList :: t a -> [a]
  null :: t a -> Bool
  length :: t a -> Int
  elem :: Eq a => a -> t a -> Bool
  maximum :: Ord a => t a -> a
  minimum :: Ord a => t a -> a
  sum :: Num a => t a -> a
  product :: Num a => t a -> a
  fold t = foldMap id t
  foldMap f t = foldr (\x r -> f x <> r) mempty t
  foldMap' f t = foldl' (\acc x -> acc <> f x) mempty t
  foldr f z t = appEndo (foldMap (\x -> Endo (f x)) t) z
  foldr' f z t = List.foldr' f z (toList t)
  foldl f z t = List.foldl f z (toList t)
  foldl' f z t = List.foldl' f z (toList t)
  foldr1 f t = case toList t of
    [] -> errorWithoutStackTrace "foldr1: empty structure"
    xs -> List.foldr1 f xs
  foldl1 f t = case toList t of
    [] -> errorWithoutStackTrace "foldl1: empty structure"
    xs -> List.foldl1 f xs
  toList t = foldr (:) [] t
  null t = foldr (\_ _ -> False) True t
  length t = foldl' (\n _ -> n + 1) 0 t
  elem x t = List.elem x (toList t)
  maximum t = case toList t of
    [] -> errorWithoutStackTrace "maximum: empty structure"
    xs -> List.maximum xs
  minimum t = case toList t of
    [] -> errorWithoutStackTrace "minimum: empty structure"
    xs -> List.minimum xs
  sum t = List.sum (toList t)
  product t = List.product (toList t)

instance Foldable [] where
  foldMap f xs = case xs of
    [] -> mempty
    y : ys -> f y <> foldMap f ys
  foldr = List.foldr
  foldr' = List.foldr'
  foldl = List.foldl
  foldl' = List.foldl'
  foldr1 = List.foldr1
  foldl1 = List.foldl1
  toList xs = xs
  null = List.null
  length = List.length
  elem = List.elem
  maximum = List.maximum
  minimum = List.minimum
  sum = List.sum
  product = List.product

instance Foldable Maybe where
  foldMap _ Nothing = mempty
  foldMap f (Just x) = f x
  foldr _ z Nothing = z
  foldr f z (Just x) = f x z

instance Foldable (Either e) where
  foldMap _ (Left _) = mempty
  foldMap f (Right x) = f x
  foldr _ z (Left _) = z
  foldr f z (Right x) = f x z

instance Foldable ((,) a) where
  foldMap f (_, y) = f y
  foldr f z (_, y) = f y z

instance Foldable NonEmpty where
  foldr f z (x :| xs) = f x (List.foldr f z xs)
  toList (x :| xs) = x : xs

instance Foldable Identity where
  foldMap f (Identity x) = f x
  foldr f z (Identity x) = f x z

instance Foldable (Const m) where
  foldr _ z _ = z

instance Foldable Proxy where
  foldr _ z _ = z

instance Foldable Down where
  foldr f z (Down x) = f x z

instance Foldable Sum where
  foldr f z (Sum x) = f x z

instance Foldable Product where
  foldr f z (Product x) = f x z

instance Foldable First where
  foldr f z (First m) = foldr f z m

instance Foldable Last where
  foldr f z (Last m) = foldr f z m

instance Foldable Dual where
  foldr f z (Dual x) = f x z

foldrM :: (Foldable t, Monad m) => (a -> b -> m b) -> b -> t a -> m b
foldrM f z t = foldl (\k x r -> f x r >>= k) return t z

foldlM :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m b
foldlM f z t = foldr (\x k r -> f r x >>= k) return t z

traverse_ :: (Foldable t, Applicative f) => (a -> f b) -> t a -> f ()
traverse_ f t = foldr (\x r -> f x *> r) (pure ()) t

for_ :: (Foldable t, Applicative f) => t a -> (a -> f b) -> f ()
for_ t f = traverse_ f t

mapM_ :: (Foldable t, Monad m) => (a -> m b) -> t a -> m ()
mapM_ f t = foldr (\x r -> f x >> r) (return ()) t

forM_ :: (Foldable t, Monad m) => t a -> (a -> m b) -> m ()
forM_ t f = mapM_ f t

sequenceA_ :: (Foldable t, Applicative f) => t (f a) -> f ()
sequenceA_ t = traverse_ id t

sequence_ :: (Foldable t, Monad m) => t (m a) -> m ()
sequence_ t = mapM_ id t

asum :: (Foldable t, Alternative f) => t (f a) -> f a
asum t = foldr (<|>) empty t

msum :: (Foldable t, MonadPlus m) => t (m a) -> m a
msum t = asum t

concat :: Foldable t => t [a] -> [a]
concat t = List.concat (toList t)

concatMap :: Foldable t => (a -> [b]) -> t a -> [b]
concatMap f t = List.concatMap f (toList t)

and, or :: Foldable t => t Bool -> Bool
and t = List.and (toList t)
or t = List.or (toList t)

any, all :: Foldable t => (a -> Bool) -> t a -> Bool
any p t = List.any p (toList t)
all p t = List.all p (toList t)

notElem :: (Foldable t, Eq a) => a -> t a -> Bool
notElem x t = not (elem x t)

find :: Foldable t => (a -> Bool) -> t a -> Maybe a
find p t = List.find p (toList t)

maximumBy, minimumBy :: Foldable t => (a -> a -> Ordering) -> t a -> a
maximumBy cmp t = case toList t of
  [] -> errorWithoutStackTrace "maximumBy: empty structure"
  xs -> List.maximumBy cmp xs
minimumBy cmp t = case toList t of
  [] -> errorWithoutStackTrace "minimumBy: empty structure"
  xs -> List.minimumBy cmp xs
