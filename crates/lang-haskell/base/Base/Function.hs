{-# LANGUAGE BangPatterns, EmptyCase, ImplicitParams, MagicHash, NoImplicitPrelude #-}
-- | Functions on functions, and the data types that have no better home.
module Base.Function where

import Base.Classes
import Base.Error
import Base.Stack
import GHC.Prim
import GHC.Types

infixr 9 .
infixr 0 $, $!
infixl 0 `on`
infixl 1 &

id :: a -> a
id x = x

const :: a -> b -> a
const x _ = x

(.) :: (b -> c) -> (a -> b) -> a -> c
(f . g) x = f (g x)

flip :: (a -> b -> c) -> b -> a -> c
flip f x y = f y x

($) :: (a -> b) -> a -> b
f $ x = f x

($!) :: (a -> b) -> a -> b
f $! x = x `seq'` f x

seq' :: a -> b -> b
seq' !_ y = y

(&) :: a -> (a -> b) -> b
x & f = f x

on :: (b -> b -> c) -> (a -> b) -> a -> a -> c
on op f x y = f x `op` f y

fix :: (a -> a) -> a
fix f = let x = f x in x

asTypeOf :: a -> a -> a
asTypeOf x _ = x

until :: (a -> Bool) -> (a -> a) -> a -> a
until p f x = case p x of
  True -> x
  False -> until p f (f x)

otherwise :: Bool
otherwise = True

bool :: a -> a -> Bool -> a
bool f _ False = f
bool _ t True = t

data Maybe a = Nothing | Just a

data Either a b = Left a | Right b

data NonEmpty a = a :| [a]

newtype Identity a = Identity {runIdentity :: a}

newtype Const a b = Const {getConst :: a}

newtype Down a = Down {getDown :: a}

data Proxy t = Proxy

data Void

instance Eq a => Eq (Maybe a) where
  Nothing == Nothing = True
  Just x == Just y = x == y
  _ == _ = False

instance Ord a => Ord (Maybe a) where
  compare Nothing Nothing = EQ
  compare Nothing (Just _) = LT
  compare (Just _) Nothing = GT
  compare (Just x) (Just y) = compare x y

instance (Eq a, Eq b) => Eq (Either a b) where
  Left x == Left y = x == y
  Right x == Right y = x == y
  _ == _ = False

instance (Ord a, Ord b) => Ord (Either a b) where
  compare (Left x) (Left y) = compare x y
  compare (Left _) (Right _) = LT
  compare (Right _) (Left _) = GT
  compare (Right x) (Right y) = compare x y

instance Eq a => Eq (Down a) where
  Down x == Down y = x == y

instance Ord a => Ord (Down a) where
  compare (Down x) (Down y) = compare y x

instance Eq a => Eq (Identity a) where
  Identity x == Identity y = x == y

instance Ord a => Ord (Identity a) where
  compare (Identity x) (Identity y) = compare x y

instance Eq a => Eq (Const a b) where
  Const x == Const y = x == y

instance Ord a => Ord (Const a b) where
  compare (Const x) (Const y) = compare x y

instance Eq a => Eq (NonEmpty a) where
  (x :| xs) == (y :| ys) = x == y && xs == ys

instance Ord a => Ord (NonEmpty a) where
  compare (x :| xs) (y :| ys) = compare (x : xs) (y : ys)

instance Eq (Proxy t) where
  _ == _ = True

instance Ord (Proxy t) where
  compare _ _ = EQ

absurd :: Void -> a
absurd v = case v of {}

maybe :: b -> (a -> b) -> Maybe a -> b
maybe n _ Nothing = n
maybe _ f (Just x) = f x

fromMaybe :: a -> Maybe a -> a
fromMaybe d Nothing = d
fromMaybe _ (Just x) = x

fromJust :: (?callStack :: CallStack) => Maybe a -> a
fromJust (Just x) = x
fromJust Nothing = errorWithoutStackTrace "Maybe.fromJust: Nothing"

isJust, isNothing :: Maybe a -> Bool
isJust (Just _) = True
isJust Nothing = False
isNothing Nothing = True
isNothing (Just _) = False

maybeToList :: Maybe a -> [a]
maybeToList Nothing = []
maybeToList (Just x) = [x]

listToMaybe :: [a] -> Maybe a
listToMaybe [] = Nothing
listToMaybe (x : _) = Just x

catMaybes :: [Maybe a] -> [a]
catMaybes [] = []
catMaybes (Nothing : xs) = catMaybes xs
catMaybes (Just x : xs) = x : catMaybes xs

mapMaybe :: (a -> Maybe b) -> [a] -> [b]
mapMaybe _ [] = []
mapMaybe f (x : xs) = case f x of
  Nothing -> mapMaybe f xs
  Just y -> y : mapMaybe f xs

either :: (a -> c) -> (b -> c) -> Either a b -> c
either f _ (Left x) = f x
either _ g (Right y) = g y

lefts :: [Either a b] -> [a]
lefts [] = []
lefts (Left x : r) = x : lefts r
lefts (Right _ : r) = lefts r

rights :: [Either a b] -> [b]
rights [] = []
rights (Left _ : r) = rights r
rights (Right x : r) = x : rights r

partitionEithers :: [Either a b] -> ([a], [b])
partitionEithers [] = ([], [])
partitionEithers (e : r) = case e of
  Left x -> (x : fst rest, snd rest)
  Right y -> (fst rest, y : snd rest)
  where
    rest = partitionEithers r

isLeft, isRight :: Either a b -> Bool
isLeft (Left _) = True
isLeft (Right _) = False
isRight (Right _) = True
isRight (Left _) = False

fromLeft :: a -> Either a b -> a
fromLeft _ (Left a) = a
fromLeft a _ = a

fromRight :: b -> Either a b -> b
fromRight _ (Right b) = b
fromRight b _ = b

fst :: (a, b) -> a
fst (x, _) = x

snd :: (a, b) -> b
snd (_, y) = y

curry :: ((a, b) -> c) -> a -> b -> c
curry f x y = f (x, y)

uncurry :: (a -> b -> c) -> (a, b) -> c
uncurry f p = f (fst p) (snd p)

swap :: (a, b) -> (b, a)
swap (a, b) = (b, a)

clamp :: Ord a => (a, a) -> a -> a
clamp (low, high) x = min high (max x low)

applyWhen :: Bool -> (a -> a) -> a -> a
applyWhen True f x = f x
applyWhen False _ x = x

inline, noinline, lazy, oneShot :: a -> a
inline x = x
noinline x = x
lazy x = x
oneShot x = x

comparing :: Ord b => (a -> b) -> a -> a -> Ordering
comparing f x y = compare (f x) (f y)
