module Words where

import Data.Word (Word8)
import Data.Int (Int8)

answer :: (Word, [Int], Int, Integer, Int)
answer =
  ( 3 - 5
  , [maxBound, minBound]
  , maxBound * 2
  , fromIntegral (maxBound :: Word)
  , fromIntegral (fromIntegral (-1 :: Int) :: Word) + 1
  )
