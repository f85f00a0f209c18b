module Arrays where

import Data.Bits
import Data.Word

answer :: (Int, Int, Int, Int, Bool, Word, Int, Int)
answer =
  ( 5 .&. 3
  , 5 .|. 8
  , xor 6 3
  , shiftL 1 10 + shiftR 1024 3
  , testBit (5 :: Int) 2
  , maxBound
  , popCount (255 :: Int)
  , complement 0
  )
