{-# LANGUAGE NoImplicitPrelude #-}
-- | Views: what a value of a type with hidden constructors is made of from outside.
--
-- For each type there are three functions: whether something is the view of a value, that value, and
-- the view of a value. No two views are of the same value, except where it says so.
module Base.View where

import Base.Array (Array (..), Ix, rangeSize)
import qualified Base.Array as Array
import Base.ByteString (ByteString (..))
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
import Base.Sized
import Base.Text (Text (..))
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

isText :: [Char] -> Bool
isText _ = True

toText :: [Char] -> Text
toText s = Text s

ofText :: Text -> [Char]
ofText (Text s) = s

isByteString :: [Char] -> Bool
isByteString s = List.all (\c -> c < '\256') s

toByteString :: [Char] -> ByteString
toByteString s = ByteString s

ofByteString :: ByteString -> [Char]
ofByteString (ByteString s) = s

isInt8 :: Int -> Bool
isInt8 n = negate 128 <= n && n <= 127

toInt8 :: Int -> Int8
toInt8 n = Int8 n

ofInt8 :: Int8 -> Int
ofInt8 (Int8 n) = n

isInt16 :: Int -> Bool
isInt16 n = negate 32768 <= n && n <= 32767

toInt16 :: Int -> Int16
toInt16 n = Int16 n

ofInt16 :: Int16 -> Int
ofInt16 (Int16 n) = n

isInt32 :: Int -> Bool
isInt32 n = negate 2147483648 <= n && n <= 2147483647

toInt32 :: Int -> Int32
toInt32 n = Int32 n

ofInt32 :: Int32 -> Int
ofInt32 (Int32 n) = n

isWord8 :: Int -> Bool
isWord8 n = 0 <= n && n <= 255

toWord8 :: Int -> Word8
toWord8 n = Word8 n

ofWord8 :: Word8 -> Int
ofWord8 (Word8 n) = n

isWord16 :: Int -> Bool
isWord16 n = 0 <= n && n <= 65535

toWord16 :: Int -> Word16
toWord16 n = Word16 n

ofWord16 :: Word16 -> Int
ofWord16 (Word16 n) = n

isWord32 :: Int -> Bool
isWord32 n = 0 <= n && n <= 4294967295

toWord32 :: Int -> Word32
toWord32 n = Word32 n

ofWord32 :: Word32 -> Int
ofWord32 (Word32 n) = n

isInt64 :: Int -> Bool
isInt64 _ = True

toInt64 :: Int -> Int64
toInt64 n = Int64 n

ofInt64 :: Int64 -> Int
ofInt64 (Int64 n) = n

isWord64 :: Word -> Bool
isWord64 _ = True

toWord64 :: Word -> Word64
toWord64 n = Word64 n

ofWord64 :: Word64 -> Word
ofWord64 (Word64 n) = n
