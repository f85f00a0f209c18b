module Containers where

import Data.Array
import qualified Data.IntMap as IntMap
import qualified Data.Map as Map
import Data.Ratio
import qualified Data.Set as Set

{-@ mapSize :: Map.Map Int Int -> {v:Int | v >= 0} @-}
mapSize :: Map.Map Int Int -> Int
mapSize m = Map.size m

{-@ keysAscend :: IntMap.IntMap Bool -> {v:Bool | v} @-}
keysAscend :: IntMap.IntMap Bool -> Bool
keysAscend m = and (zipWith (<) (IntMap.keys m) (drop 1 (IntMap.keys m)))

{-@ twoKeys :: Map.Map Int Int -> {v:Int | v < 2} @-}
twoKeys :: Map.Map Int Int -> Int
twoKeys m = Map.size (Map.filter (> 3) m)

{-@ inserted :: Set.Set Int -> Int -> {v:Bool | v} @-}
inserted :: Set.Set Int -> Int -> Bool
inserted s x = Set.member x (Set.insert x s)

data Group = Group {label :: Int, members :: Set.Set Int}

{-@ setInRecord :: Group -> {v:Bool | v} @-}
setInRecord :: Group -> Bool
setInRecord g = not (label g == 3 && Set.member 4 (members g))

{-@ positiveDenominator :: Rational -> {v:Bool | v} @-}
positiveDenominator :: Rational -> Bool
positiveDenominator r = denominator r > 0

{-@ lowestTerms :: Rational -> {v:Bool | v} @-}
lowestTerms :: Rational -> Bool
lowestTerms r = not (numerator r == 2 && denominator r == 4)

{-@ threeQuarters :: Rational -> {v:Bool | v} @-}
threeQuarters :: Rational -> Bool
threeQuarters r = not (numerator r == 3 && denominator r == 4)

{-@ elementsFillBounds :: Array Int Int -> {v:Bool | v} @-}
elementsFillBounds :: Array Int Int -> Bool
elementsFillBounds a = case bounds a of
  (low, high) -> length (elems a) == max 0 (high - low + 1)

{-@ secondOfArray :: Array Int Int -> {v:Int | v /= 9} @-}
secondOfArray :: Array Int Int -> Int
secondOfArray a = if bounds a == (3, 4) then a ! 4 else 0

{-@ listOfMaps :: [Map.Map Int (Set.Set Int)] -> {v:Int | v < 2} @-}
listOfMaps :: [Map.Map Int (Set.Set Int)] -> Int
listOfMaps ms = sum (map (sum . map Set.size . Map.elems) (take 1 ms))

{-@ given :: (Map.Map Int Int -> Int) -> {v:Int | v /= 3} @-}
given :: (Map.Map Int Int -> Int) -> Int
given f = f (Map.fromList [(1, 2)]) - f Map.empty

{-@ wordIsNatural :: Word -> {v:Bool | v} @-}
wordIsNatural :: Word -> Bool
wordIsNatural w = w >= 0
