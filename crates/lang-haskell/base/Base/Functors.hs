{-# LANGUAGE NoImplicitPrelude, PolyKinds #-}
-- | Functors made of others, and lists that are applied element by element.
module Base.Functors where

import Base.Classes
import Base.Foldable (Foldable (..))
import Base.Function
import qualified Base.List as List
import Base.Monad hiding (mapM, sequence)
import Base.Show
import Base.Traversable (Traversable (..))
import GHC.Types

newtype ZipList a = ZipList {getZipList :: [a]}

instance Functor ZipList where
  fmap f (ZipList xs) = ZipList (map f xs)

instance Applicative ZipList where
  pure x = ZipList (List.repeat x)
  liftA2 f (ZipList xs) (ZipList ys) = ZipList (List.zipWith f xs ys)
  ZipList fs <*> ZipList xs = ZipList (List.zipWith id fs xs)

instance Foldable ZipList where
  foldr f z (ZipList xs) = List.foldr f z xs

instance Traversable ZipList where
  traverse f (ZipList xs) = fmap ZipList (traverse f xs)

instance Eq a => Eq (ZipList a) where
  ZipList x == ZipList y = x == y

instance Ord a => Ord (ZipList a) where
  compare (ZipList x) (ZipList y) = compare x y

instance Show a => Show (ZipList a) where
  showsPrec p (ZipList x) = showRecord p "ZipList {getZipList = " x

newtype Compose f g a = Compose {getCompose :: f (g a)}

instance (Functor f, Functor g) => Functor (Compose f g) where
  fmap f (Compose x) = Compose (fmap (fmap f) x)

instance (Applicative f, Applicative g) => Applicative (Compose f g) where
  pure x = Compose (pure (pure x))
  Compose f <*> Compose x = Compose (liftA2 (<*>) f x)

instance (Foldable f, Foldable g) => Foldable (Compose f g) where
  foldr f z (Compose t) = foldr (\x r -> foldr f r x) z t

instance (Traversable f, Traversable g) => Traversable (Compose f g) where
  traverse f (Compose t) = fmap Compose (traverse (traverse f) t)
