-- | Vectors as lists, for programs that are analysed where the package is not installed. The functions have
-- the types that LiquidHaskell gives to those of the package.
module Data.Vector where

import Prelude hiding ((++), all, and, any, concat, concatMap, drop, dropWhile, elem, enumFromTo, filter, foldl,
                       foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum,
                       notElem, null, or, product, replicate, reverse, scanl, span, splitAt, sum, tail, take,
                       takeWhile, unzip, zip, zip3, zipWith, zipWith3)
import qualified Data.Foldable as F
import qualified Data.List as L

infixr 5 ++
infixl 9 !, !?

newtype Vector a = Vector [a] deriving (Eq, Ord)

instance Show a => Show (Vector a) where
  showsPrec n (Vector xs) = showsPrec n xs

instance Functor Vector where
  fmap = map

instance F.Foldable Vector where
  foldr = foldr
  length = length

instance Traversable Vector where
  traverse f (Vector xs) = fmap Vector (traverse f xs)

instance Semigroup (Vector a) where
  (<>) = (++)

instance Monoid (Vector a) where
  mempty = empty

{-@ measure vlen :: Vector a -> Int
    vlen (Vector xs) = len xs @-}

{-@ length :: v:Vector a -> {n:Int | n == vlen v && n >= 0} @-}
length :: Vector a -> Int
length (Vector xs) = L.length xs

{-@ null :: v:Vector a -> {b:Bool | b <=> vlen v == 0} @-}
null :: Vector a -> Bool
null (Vector xs) = L.null xs

{-@ (!) :: v:Vector a -> {i:Int | 0 <= i && i < vlen v} -> a @-}
(!) :: Vector a -> Int -> a
Vector xs ! i = xs !! i

(!?) :: Vector a -> Int -> Maybe a
v !? i
  | 0 <= i && i < length v = Just (v ! i)
  | otherwise = Nothing

{-@ unsafeIndex :: v:Vector a -> {i:Int | 0 <= i && i < vlen v} -> a @-}
unsafeIndex :: Vector a -> Int -> a
unsafeIndex = (!)

{-@ head, last :: {v:Vector a | vlen v > 0} -> a @-}
head, last :: Vector a -> a
head (Vector xs) = L.head xs
last (Vector xs) = L.last xs

{-@ tail, init :: v:{Vector a | vlen v > 0} -> {w:Vector a | vlen w == vlen v - 1} @-}
tail, init :: Vector a -> Vector a
tail (Vector xs) = Vector (L.tail xs)
init (Vector xs) = Vector (L.init xs)

{-@ empty :: {v:Vector a | vlen v == 0} @-}
empty :: Vector a
empty = Vector []

{-@ singleton :: a -> {v:Vector a | vlen v == 1} @-}
singleton :: a -> Vector a
singleton x = Vector [x]

{-@ fromList :: xs:[a] -> {v:Vector a | vlen v == len xs} @-}
fromList :: [a] -> Vector a
fromList = Vector

fromListN :: Int -> [a] -> Vector a
fromListN n xs = Vector (L.take n xs)

{-@ toList :: v:Vector a -> {xs:[a] | len xs == vlen v} @-}
toList :: Vector a -> [a]
toList (Vector xs) = xs

{-@ replicate :: n:{Int | n >= 0} -> a -> {v:Vector a | vlen v == n} @-}
replicate :: Int -> a -> Vector a
replicate n x = Vector (L.replicate n x)

{-@ generate :: n:{Int | n >= 0} -> ({i:Int | 0 <= i && i < n} -> a) -> {v:Vector a | vlen v == n} @-}
generate :: Int -> (Int -> a) -> Vector a
generate n f = Vector [f i | i <- [0 .. n - 1]]

enumFromN :: Num a => a -> Int -> Vector a
enumFromN x n = Vector (L.take n (iterate (+ 1) x))

enumFromTo :: Enum a => a -> a -> Vector a
enumFromTo x y = Vector [x .. y]

{-@ cons :: a -> v:Vector a -> {w:Vector a | vlen w == vlen v + 1} @-}
cons :: a -> Vector a -> Vector a
cons x (Vector xs) = Vector (x : xs)

{-@ snoc :: v:Vector a -> a -> {w:Vector a | vlen w == vlen v + 1} @-}
snoc :: Vector a -> a -> Vector a
snoc (Vector xs) x = Vector (xs L.++ [x])

(++) :: Vector a -> Vector a -> Vector a
Vector xs ++ Vector ys = Vector (xs L.++ ys)

concat :: [Vector a] -> Vector a
concat vs = Vector (L.concatMap toList vs)

{-@ slice :: i:{Int | i >= 0} -> n:{Int | n >= 0} -> v:{Vector a | i + n <= vlen v} -> {w:Vector a | vlen w == n} @-}
slice, unsafeSlice :: Int -> Int -> Vector a -> Vector a
slice i n (Vector xs) = Vector (L.take n (L.drop i xs))
unsafeSlice = slice

take, drop :: Int -> Vector a -> Vector a
take n (Vector xs) = Vector (L.take n xs)
drop n (Vector xs) = Vector (L.drop n xs)

splitAt :: Int -> Vector a -> (Vector a, Vector a)
splitAt n v = (take n v, drop n v)

{-@ reverse :: v:Vector a -> {w:Vector a | vlen w == vlen v} @-}
reverse :: Vector a -> Vector a
reverse (Vector xs) = Vector (L.reverse xs)

{-@ map :: (a -> b) -> v:Vector a -> {w:Vector b | vlen w == vlen v} @-}
map :: (a -> b) -> Vector a -> Vector b
map f (Vector xs) = Vector (L.map f xs)

{-@ imap :: (Int -> a -> b) -> v:Vector a -> {w:Vector b | vlen w == vlen v} @-}
imap :: (Int -> a -> b) -> Vector a -> Vector b
imap f (Vector xs) = Vector (L.zipWith f [0 ..] xs)

indexed :: Vector a -> Vector (Int, a)
indexed = imap (,)

concatMap :: (a -> Vector b) -> Vector a -> Vector b
concatMap f (Vector xs) = concat (L.map f xs)

mapM :: Monad m => (a -> m b) -> Vector a -> m (Vector b)
mapM f (Vector xs) = fmap Vector (traverse f xs)

mapM_ :: Monad m => (a -> m b) -> Vector a -> m ()
mapM_ f (Vector xs) = F.mapM_ f xs

forM :: Monad m => Vector a -> (a -> m b) -> m (Vector b)
forM v f = mapM f v

forM_ :: Monad m => Vector a -> (a -> m b) -> m ()
forM_ v f = mapM_ f v

zipWith :: (a -> b -> c) -> Vector a -> Vector b -> Vector c
zipWith f (Vector xs) (Vector ys) = Vector (L.zipWith f xs ys)

zipWith3 :: (a -> b -> c -> d) -> Vector a -> Vector b -> Vector c -> Vector d
zipWith3 f (Vector xs) (Vector ys) (Vector zs) = Vector (L.zipWith3 f xs ys zs)

zip :: Vector a -> Vector b -> Vector (a, b)
zip = zipWith (,)

unzip :: Vector (a, b) -> (Vector a, Vector b)
unzip v = (map fst v, map snd v)

filter, takeWhile, dropWhile :: (a -> Bool) -> Vector a -> Vector a
filter p (Vector xs) = Vector (L.filter p xs)
takeWhile p (Vector xs) = Vector (L.takeWhile p xs)
dropWhile p (Vector xs) = Vector (L.dropWhile p xs)

ifilter :: (Int -> a -> Bool) -> Vector a -> Vector a
ifilter p v = map snd (filter (uncurry p) (indexed v))

partition, span :: (a -> Bool) -> Vector a -> (Vector a, Vector a)
partition p v = (filter p v, filter (not . p) v)
span p v = (takeWhile p v, dropWhile p v)

elem, notElem :: Eq a => a -> Vector a -> Bool
elem x (Vector xs) = L.elem x xs
notElem x v = not (elem x v)

find :: (a -> Bool) -> Vector a -> Maybe a
find p (Vector xs) = L.find p xs

findIndex :: (a -> Bool) -> Vector a -> Maybe Int
findIndex p (Vector xs) = L.findIndex p xs

elemIndex :: Eq a => a -> Vector a -> Maybe Int
elemIndex x (Vector xs) = L.elemIndex x xs

foldl, foldl' :: (b -> a -> b) -> b -> Vector a -> b
foldl f z (Vector xs) = L.foldl f z xs
foldl' f z (Vector xs) = L.foldl' f z xs

foldr, foldr' :: (a -> b -> b) -> b -> Vector a -> b
foldr f z (Vector xs) = L.foldr f z xs
foldr' = foldr

ifoldl, ifoldl' :: (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl f z v = foldl (\acc (i, x) -> f acc i x) z (indexed v)
ifoldl' = ifoldl

ifoldr :: (Int -> a -> b -> b) -> b -> Vector a -> b
ifoldr f z v = foldr (\(i, x) acc -> f i x acc) z (indexed v)

{-@ foldl1, foldr1 :: (a -> a -> a) -> {v:Vector a | vlen v > 0} -> a @-}
foldl1, foldr1 :: (a -> a -> a) -> Vector a -> a
foldl1 f (Vector xs) = L.foldl1 f xs
foldr1 f (Vector xs) = L.foldr1 f xs

all, any :: (a -> Bool) -> Vector a -> Bool
all p (Vector xs) = L.all p xs
any p (Vector xs) = L.any p xs

and, or :: Vector Bool -> Bool
and (Vector xs) = L.and xs
or (Vector xs) = L.or xs

sum, product :: Num a => Vector a -> a
sum (Vector xs) = L.sum xs
product (Vector xs) = L.product xs

{-@ maximum, minimum :: Ord a => {v:Vector a | vlen v > 0} -> a @-}
maximum, minimum :: Ord a => Vector a -> a
maximum (Vector xs) = L.maximum xs
minimum (Vector xs) = L.minimum xs

{-@ maxIndex, minIndex :: Ord a => v:{Vector a | vlen v > 0} -> {i:Int | 0 <= i && i < vlen v} @-}
maxIndex, minIndex :: Ord a => Vector a -> Int
maxIndex (Vector xs) = go 0 0 xs
  where
    go best _ [] = best
    go best i (y : ys) = go (if y > xs !! best then i else best) (i + 1) ys
minIndex (Vector xs) = go 0 0 xs
  where
    go best _ [] = best
    go best i (y : ys) = go (if y < xs !! best then i else best) (i + 1) ys

(//) :: Vector a -> [(Int, a)] -> Vector a
v // changes = L.foldl' put v changes
  where
    put (Vector xs) (i, x)
      | 0 <= i && i < L.length xs = Vector (L.take i xs L.++ x : L.drop (i + 1) xs)
      | otherwise = error "index out of bounds"

accum :: (a -> b -> a) -> Vector a -> [(Int, b)] -> Vector a
accum f v changes = L.foldl' (\w (i, y) -> w // [(i, f (w ! i) y)]) v changes

scanl :: (a -> b -> a) -> a -> Vector b -> Vector a
scanl f z (Vector xs) = Vector (L.scanl f z xs)

unfoldr :: (b -> Maybe (a, b)) -> b -> Vector a
unfoldr f z = Vector (L.unfoldr f z)
