{-# LANGUAGE NoImplicitPrelude #-}
-- | Views: what a value of a type with hidden constructors is made of from outside.
--
-- For each type there are three functions: whether something is the view of a value, that value, and
-- the view of a value. No two views are of the same value, except where it says so.
module Base.View where

import Base.Array (Array (..), Ix, rangeSize)
import qualified Base.Array as Array
import Base.Classes
import Base.Enum
import Base.Function
import Base.IntMap (IntMap)
import qualified Base.IntMap as IntMap
import Base.IntSet (IntSet)
import qualified Base.IntSet as IntSet
import qualified Base.List as List
import Base.Map (Map)
import qualified Base.Map as Map
import Base.Num
import Base.Sequence (Seq (..))
import Base.Set (Set)
import qualified Base.Set as Set
import GHC.Types

ascending :: Ord k => [k] -> Bool
ascending (x : rest@(y : _)) = case x < y of
  True -> ascending rest
  False -> False
ascending _ = True

ascendingKeys :: Ord k => [(k, a)] -> Bool
ascendingKeys ((x, _) : rest@((y, _) : _)) = case x < y of
  True -> ascendingKeys rest
  False -> False
ascendingKeys _ = True

isMap :: Ord k => [(k, a)] -> Bool
isMap kxs = ascendingKeys kxs

toMap :: Ord k => [(k, a)] -> Map k a
toMap kxs = Map.fromDistinctAscList kxs

ofMap :: Ord k => Map k a -> [(k, a)]
ofMap m = Map.toAscList m

isIntMap :: [(Int, a)] -> Bool
isIntMap kxs = ascendingKeys kxs

toIntMap :: [(Int, a)] -> IntMap a
toIntMap kxs = IntMap.fromDistinctAscList kxs

ofIntMap :: IntMap a -> [(Int, a)]
ofIntMap m = IntMap.toAscList m

isSet :: Ord a => [a] -> Bool
isSet xs = ascending xs

toSet :: Ord a => [a] -> Set a
toSet xs = Set.fromDistinctAscList xs

ofSet :: Ord a => Set a -> [a]
ofSet s = Set.toAscList s

isIntSet :: [Int] -> Bool
isIntSet xs = ascending xs

toIntSet :: [Int] -> IntSet
toIntSet xs = IntSet.fromDistinctAscList xs

ofIntSet :: IntSet -> [Int]
ofIntSet s = IntSet.toAscList s

isSeq :: [a] -> Bool
isSeq _ = True

toSeq :: [a] -> Seq a
toSeq xs = Seq xs

ofSeq :: Seq a -> [a]
ofSeq (Seq xs) = xs

-- | The bounds and the elements.
isArray :: Ix i => ((i, i), [e]) -> Bool
isArray (bounds, es) = rangeSize bounds == List.length es

toArray :: Ix i => ((i, i), [e]) -> Array i e
toArray ((low, high), es) =
  let n = List.length es
   in Array low high n (Map.fromDistinctAscList (List.zip (enumFromTo 0 (n - 1)) es))

ofArray :: Ix i => Array i e -> ((i, i), [e])
ofArray array = (Array.bounds array, Array.elems array)

-- | A fraction in lowest terms, with numbers that show that these have no divisor in common: there
-- are such numbers just then, and to look for them takes no loop. Which ones they are does not
-- matter, so a value has several views.
isRatio :: Integral a => ((a, a), (a, a)) -> Bool
isRatio ((n, d), (x, y)) = case d > fromInteger 0 of
  False -> False
  True -> case d == fromInteger 1 of
    True -> True
    False -> n * x + d * y == fromInteger 1

toRatio :: Integral a => ((a, a), (a, a)) -> Ratio a
toRatio ((n, d), _) = n :% d

ofRatio :: Integral a => Ratio a -> ((a, a), (a, a))
ofRatio (n :% d) = ((n, d), (fromInteger 0, fromInteger 0))
