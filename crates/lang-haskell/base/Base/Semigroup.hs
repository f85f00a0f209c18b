{-# LANGUAGE NoImplicitPrelude #-}
-- | Types that choose a semigroup of the same values.
module Base.Semigroup where

import Base.Classes
import Base.Function
import Base.Monad
import Base.Num
import Base.Show
import GHC.Types

newtype Min a = Min {getMin :: a}

newtype Max a = Max {getMax :: a}

newtype First a = First {getFirst :: a}

newtype Last a = Last {getLast :: a}

instance Ord a => Semigroup (Min a) where
  Min x <> Min y = Min (min x y)
  stimes n x = stimesIdempotent n x

instance (Ord a, Bounded a) => Monoid (Min a) where
  mempty = Min maxBound

instance Ord a => Semigroup (Max a) where
  Max x <> Max y = Max (max x y)
  stimes n x = stimesIdempotent n x

instance (Ord a, Bounded a) => Monoid (Max a) where
  mempty = Max minBound

instance Semigroup (First a) where
  a <> _ = a
  stimes n x = stimesIdempotent n x

instance Semigroup (Last a) where
  _ <> b = b
  stimes n x = stimesIdempotent n x

instance Functor Min where
  fmap f (Min x) = Min (f x)

instance Functor Max where
  fmap f (Max x) = Max (f x)

instance Functor First where
  fmap f (First x) = First (f x)

instance Functor Last where
  fmap f (Last x) = Last (f x)

instance Eq a => Eq (Min a) where
  Min x == Min y = x == y

instance Ord a => Ord (Min a) where
  compare (Min x) (Min y) = compare x y

instance Show a => Show (Min a) where
  showsPrec p (Min x) = showRecord p "Min {getMin = " x

instance Eq a => Eq (Max a) where
  Max x == Max y = x == y

instance Ord a => Ord (Max a) where
  compare (Max x) (Max y) = compare x y

instance Show a => Show (Max a) where
  showsPrec p (Max x) = showRecord p "Max {getMax = " x

instance Eq a => Eq (First a) where
  First x == First y = x == y

instance Ord a => Ord (First a) where
  compare (First x) (First y) = compare x y

instance Show a => Show (First a) where
  showsPrec p (First x) = showRecord p "First {getFirst = " x

instance Eq a => Eq (Last a) where
  Last x == Last y = x == y

instance Ord a => Ord (Last a) where
  compare (Last x) (Last y) = compare x y

instance Show a => Show (Last a) where
  showsPrec p (Last x) = showRecord p "Last {getLast = " x

mtimesDefault :: (Integral b, Monoid a) => b -> a -> a
mtimesDefault n x = case n == fromInteger 0 of
  True -> mempty
  False -> stimes n x

diff :: Semigroup m => m -> m -> m
diff x = \y -> x <> y

cycle1 :: Semigroup m => m -> m
cycle1 x = let xs = x <> xs in xs
