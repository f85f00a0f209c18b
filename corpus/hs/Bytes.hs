module Bytes where
import qualified Data.ByteString.Char8 as B
import Data.Word
import Data.Int
{-@ badHeadB :: B.ByteString -> Char @-}
badHeadB :: B.ByteString -> Char
badHeadB b = B.head b
{-@ clampW :: Word8 -> {v:Word8 | v <= 100} @-}
clampW :: Word8 -> Word8
clampW w = min w 100
{-@ badIncW :: w:Word8 -> {v:Word8 | v > w} @-}
badIncW :: Word8 -> Word8
badIncW w = w + 1
{-@ badNeg :: Int8 -> {v:Int8 | v >= 0} @-}
badNeg :: Int8 -> Int8
badNeg x = abs x
{-@ toI :: Word8 -> {v:Int | 0 <= v && v < 256} @-}
toI :: Word8 -> Int
toI = fromIntegral
{-@ badToW :: n:Int -> {v:Word16 | v >= 0 && v < 1000} @-}
badToW :: Int -> Word16
badToW = fromIntegral
