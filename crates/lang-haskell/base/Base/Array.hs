{-# LANGUAGE NoImplicitPrelude #-}
-- | Arrays. The elements stand in a map from their places, which is found in without a primitive.
module Base.Array where

import Base.Classes
import Base.Enum
import Base.Error
import Base.Foldable (Foldable)
import qualified Base.Foldable as Foldable
import Base.Function
import qualified Base.List as List
import qualified Base.Map as Map
import Base.Monad
import Base.Num
import Base.Show
import Base.Traversable (Traversable (traverse))
import GHC.Num.Integer (Integer)
import GHC.Types

infixl 9 !, //

class Ord a => Ix a where
  range :: (a, a) -> [a]
  index :: (a, a) -> a -> Int
  unsafeIndex :: (a, a) -> a -> Int
  inRange :: (a, a) -> a -> Bool
  rangeSize :: (a, a) -> Int
  unsafeRangeSize :: (a, a) -> Int
  index b i = case inRange b i of
    True -> unsafeIndex b i
    False -> hopelessIndexError
  unsafeIndex b i = index b i
  rangeSize b@(_, high) = case inRange b high of
    True -> unsafeIndex b high + 1
    False -> 0
  unsafeRangeSize b@(_, high) = unsafeIndex b high + 1

hopelessIndexError :: Int
hopelessIndexError = errorWithoutStackTrace "Error in array index"

indexError :: Show a => (a, a) -> a -> [Char] -> b
indexError b i tp =
  errorWithoutStackTrace
    ("Ix{" ++ (tp ++ ("}.index: Index " ++ showParen True (showsPrec 0 i) (" out of range " ++ showParen True (showsPrec 0 b) ""))))

instance Ix Int where
  range (low, high) = enumFromTo low high
  unsafeIndex (low, _) i = i - low
  index b i = case inRange b i of
    True -> unsafeIndex b i
    False -> indexError b i "Int"
  inRange (low, high) i = low <= i && i <= high

instance Ix Integer where
  range (low, high) = enumFromTo low high
  unsafeIndex (low, _) i = fromInteger (i - low)
  index b i = case inRange b i of
    True -> unsafeIndex b i
    False -> indexError b i "Integer"
  inRange (low, high) i = low <= i && i <= high

instance Ix Char where
  range (low, high) = enumFromTo low high
  unsafeIndex (low, _) i = ord i - ord low
  index b i = case inRange b i of
    True -> unsafeIndex b i
    False -> indexError b i "Char"
  inRange (low, high) i = low <= i && i <= high

instance Ix Bool where
  range (low, high) = enumFromTo low high
  unsafeIndex (low, _) i = fromEnum i - fromEnum low
  inRange (low, high) i = low <= i && i <= high

instance (Ix a, Ix b) => Ix (a, b) where
  range ((a, b), (c, d)) = [(i, j) | i <- range (a, c), j <- range (b, d)]
  unsafeIndex ((a, b), (c, d)) (i, j) =
    unsafeIndex (a, c) i * unsafeRangeSize (b, d) + unsafeIndex (b, d) j
  inRange ((a, b), (c, d)) (i, j) = inRange (a, c) i && inRange (b, d) j

instance (Ix a, Ix b, Ix c) => Ix (a, b, c) where
  range ((a, b, c), (d, e, f)) =
    [(i, j, k) | i <- range (a, d), j <- range (b, e), k <- range (c, f)]
  unsafeIndex ((a, b, c), (d, e, f)) (i, j, k) =
    unsafeIndex (c, f) k
      + unsafeRangeSize (c, f) * (unsafeIndex (b, e) j + unsafeRangeSize (b, e) * unsafeIndex (a, d) i)
  inRange ((a, b, c), (d, e, f)) (i, j, k) = inRange (a, d) i && (inRange (b, e) j && inRange (c, f) k)

-- | The bounds, how many elements there are, and the elements by their places.
data Array i e = Array !i !i !Int !(Map.Map Int e)

arrEleBottom :: a
arrEleBottom = errorWithoutStackTrace "(Array.!): undefined array element"

-- | An array with the same element at all places.
filled :: Ix i => (i, i) -> e -> Array i e
filled (low, high) e =
  let n = rangeSize (low, high)
   in Array low high n (Map.fromDistinctAscList [(k, e) | k <- enumFromTo 0 (n - 1)])

-- | The place of an index, which must be within the bounds.
place :: Ix i => (i, i) -> Int -> i -> Int
place b n i = case index b i of
  k -> case 0 <= k && k < n of
    True -> k
    False -> errorWithoutStackTrace "Error in array index"

array :: Ix i => (i, i) -> [(i, e)] -> Array i e
array b ies = filled b arrEleBottom // ies

listArray :: Ix i => (i, i) -> [e] -> Array i e
listArray (low, high) es =
  let n = rangeSize (low, high)
      given = List.zip (enumFromTo 0 (n - 1)) (es ++ List.repeat arrEleBottom)
   in Array low high n (Map.fromDistinctAscList given)

(!) :: Ix i => Array i e -> i -> e
Array low high n es ! i = let k = place (low, high) n i in k `seq'` (es Map.! k)

bounds :: Array i e -> (i, i)
bounds (Array low high _ _) = (low, high)

numElements :: Array i e -> Int
numElements (Array _ _ n _) = n

indices :: Ix i => Array i e -> [i]
indices a = range (bounds a)

elems :: Array i e -> [e]
elems (Array _ _ _ es) = Map.elems es

assocs :: Ix i => Array i e -> [(i, e)]
assocs a = List.zip (indices a) (elems a)

(//) :: Ix i => Array i e -> [(i, e)] -> Array i e
Array low high n es // ies = Array low high n (List.foldl put es ies)
  where
    put m (i, e) = Map.insert (place (low, high) n i) e m

accum :: Ix i => (e -> a -> e) -> Array i e -> [(i, a)] -> Array i e
accum f (Array low high n es) ies = Array low high n (List.foldl put es ies)
  where
    -- GHC evaluates each new element
    put m (i, a) = let k = place (low, high) n i in case f (m Map.! k) a of
      e -> e `seq'` Map.insert k e m

accumArray :: Ix i => (e -> a -> e) -> e -> (i, i) -> [(i, a)] -> Array i e
accumArray f e b ies = accum f (filled b e) ies

ixmap :: (Ix i, Ix j) => (i, i) -> (i -> j) -> Array j e -> Array i e
ixmap b f a = array b [(i, a ! f i) | i <- range b]

amap :: (a -> b) -> Array i a -> Array i b
amap f (Array low high n es) = Array low high n (Map.map f es)

instance (Ix i, Eq e) => Eq (Array i e) where
  a == b = bounds a == bounds b && elems a == elems b

instance (Ix i, Ord e) => Ord (Array i e) where
  compare a b = compare (assocs a) (assocs b)

instance (Ix a, Show a, Show b) => Show (Array a b) where
  showsPrec p a =
    showParen (p > 9) (\s -> "array " ++ showsPrec 11 (bounds a) (' ' : showsPrec 11 (assocs a) s))

instance Functor (Array i) where
  fmap f a = amap f a

instance Foldable (Array i) where
  foldr f z a = List.foldr f z (elems a)
  toList a = elems a
  length a = numElements a
  null a = numElements a == 0

instance Ix i => Traversable (Array i) where
  traverse f (Array low high n es) = fmap (Array low high n) (traverse f es)
