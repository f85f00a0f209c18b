{-# LANGUAGE NoImplicitPrelude, PolyKinds #-}
-- | Types that choose a monoid of the same values.
module Base.Monoid where

import Base.Classes
import Base.Function
import Base.Monad
import Base.Num
import Base.Show
import GHC.Types hiding (Any)

newtype Sum a = Sum {getSum :: a}

newtype Product a = Product {getProduct :: a}

newtype All = All {getAll :: Bool}

newtype Any = Any {getAny :: Bool}

newtype First a = First {getFirst :: Maybe a}

newtype Last a = Last {getLast :: Maybe a}

newtype Dual a = Dual {getDual :: a}

newtype Endo a = Endo {appEndo :: a -> a}

newtype Alt f a = Alt {getAlt :: f a}

newtype Ap f a = Ap {getAp :: f a}

instance Num a => Semigroup (Sum a) where
  Sum x <> Sum y = Sum (x + y)
  stimes n (Sum x) = Sum (fromIntegral n * x)

instance Num a => Monoid (Sum a) where
  mempty = Sum (fromInteger 0)

instance Num a => Semigroup (Product a) where
  Product x <> Product y = Product (x * y)
  stimes n (Product x) = Product (x ^ n)

instance Num a => Monoid (Product a) where
  mempty = Product (fromInteger 1)

instance Semigroup All where
  All x <> All y = All (x && y)
  stimes n x = stimesIdempotentMonoid n x

instance Monoid All where
  mempty = All True

instance Semigroup Any where
  Any x <> Any y = Any (x || y)
  stimes n x = stimesIdempotentMonoid n x

instance Monoid Any where
  mempty = Any False

instance Semigroup (First a) where
  First Nothing <> b = b
  a <> _ = a
  stimes n x = stimesIdempotentMonoid n x

instance Monoid (First a) where
  mempty = First Nothing

instance Semigroup (Last a) where
  a <> Last Nothing = a
  _ <> b = b
  stimes n x = stimesIdempotentMonoid n x

instance Monoid (Last a) where
  mempty = Last Nothing

instance Semigroup a => Semigroup (Dual a) where
  Dual x <> Dual y = Dual (y <> x)
  stimes n (Dual x) = Dual (stimes n x)

instance Monoid a => Monoid (Dual a) where
  mempty = Dual mempty

instance Semigroup (Endo a) where
  Endo f <> Endo g = Endo (\x -> f (g x))
  stimes n x = stimesMonoid n x

instance Monoid (Endo a) where
  mempty = Endo id

instance Alternative f => Semigroup (Alt f a) where
  Alt x <> Alt y = Alt (x <|> y)

instance Alternative f => Monoid (Alt f a) where
  mempty = Alt empty

instance (Applicative f, Semigroup a) => Semigroup (Ap f a) where
  Ap x <> Ap y = Ap (liftA2 (<>) x y)

instance (Applicative f, Monoid a) => Monoid (Ap f a) where
  mempty = Ap (pure mempty)

instance Semigroup a => Semigroup (Down a) where
  Down x <> Down y = Down (x <> y)

instance Monoid a => Monoid (Down a) where
  mempty = Down mempty

instance Functor Sum where
  fmap f (Sum x) = Sum (f x)

instance Applicative Sum where
  pure x = Sum x
  Sum f <*> Sum x = Sum (f x)

instance Monad Sum where
  Sum x >>= f = f x

instance Functor Product where
  fmap f (Product x) = Product (f x)

instance Applicative Product where
  pure x = Product x
  Product f <*> Product x = Product (f x)

instance Monad Product where
  Product x >>= f = f x

instance Functor First where
  fmap f (First m) = First (fmap f m)

instance Applicative First where
  pure x = First (Just x)
  First f <*> First x = First (f <*> x)

instance Functor Last where
  fmap f (Last m) = Last (fmap f m)

instance Applicative Last where
  pure x = Last (Just x)
  Last f <*> Last x = Last (f <*> x)

instance Functor Dual where
  fmap f (Dual x) = Dual (f x)

instance Applicative Dual where
  pure x = Dual x
  Dual f <*> Dual x = Dual (f x)

instance Eq a => Eq (Sum a) where
  Sum x == Sum y = x == y

instance Ord a => Ord (Sum a) where
  compare (Sum x) (Sum y) = compare x y

instance Show a => Show (Sum a) where
  showsPrec p (Sum x) = showRecord p "Sum {getSum = " x

instance Num a => Num (Sum a) where
  Sum x + Sum y = Sum (x + y)
  Sum x - Sum y = Sum (x - y)
  Sum x * Sum y = Sum (x * y)
  negate (Sum x) = Sum (negate x)
  abs (Sum x) = Sum (abs x)
  signum (Sum x) = Sum (signum x)
  fromInteger n = Sum (fromInteger n)

instance Bounded a => Bounded (Sum a) where
  minBound = Sum minBound
  maxBound = Sum maxBound

instance Eq a => Eq (Product a) where
  Product x == Product y = x == y

instance Ord a => Ord (Product a) where
  compare (Product x) (Product y) = compare x y

instance Show a => Show (Product a) where
  showsPrec p (Product x) = showRecord p "Product {getProduct = " x

instance Num a => Num (Product a) where
  Product x + Product y = Product (x + y)
  Product x - Product y = Product (x - y)
  Product x * Product y = Product (x * y)
  negate (Product x) = Product (negate x)
  abs (Product x) = Product (abs x)
  signum (Product x) = Product (signum x)
  fromInteger n = Product (fromInteger n)

instance Eq All where
  All x == All y = x == y

instance Ord All where
  compare (All x) (All y) = compare x y

instance Show All where
  showsPrec p (All x) = showRecord p "All {getAll = " x

instance Eq Any where
  Any x == Any y = x == y

instance Ord Any where
  compare (Any x) (Any y) = compare x y

instance Show Any where
  showsPrec p (Any x) = showRecord p "Any {getAny = " x

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

instance Eq a => Eq (Dual a) where
  Dual x == Dual y = x == y

instance Ord a => Ord (Dual a) where
  compare (Dual x) (Dual y) = compare x y

instance Show a => Show (Dual a) where
  showsPrec p (Dual x) = showRecord p "Dual {getDual = " x
