{-# LANGUAGE MagicHash, NoImplicitPrelude #-}
-- | Numbers as rows of bits.
module Base.Bits where

import Base.Classes
import Base.Error
import Base.Function
import Base.Num
import GHC.Num.Integer
import GHC.Prim
import GHC.Types

infixl 8 `shift`, `rotate`, `shiftL`, `shiftR`, `rotateL`, `rotateR`
infixl 7 .&.
infixl 6 `xor`
infixl 5 .|.

class Eq a => Bits a where
  (.&.), (.|.), xor :: a -> a -> a
  complement :: a -> a
  shift :: a -> Int -> a
  rotate :: a -> Int -> a
  zeroBits :: a
  bit :: Int -> a
  setBit, clearBit, complementBit :: a -> Int -> a
  testBit :: a -> Int -> Bool
  bitSizeMaybe :: a -> Maybe Int
  bitSize :: a -> Int
  isSigned :: a -> Bool
  shiftL, unsafeShiftL, shiftR, unsafeShiftR, rotateL, rotateR :: a -> Int -> a
  popCount :: a -> Int
  shift x n = case compare n 0 of
    LT -> shiftR x (negate n)
    EQ -> x
    GT -> shiftL x n
  rotate x n = case compare n 0 of
    LT -> rotateR x (negate n)
    EQ -> x
    GT -> rotateL x n
  zeroBits = clearBit (bit 0) 0
  setBit x i = x .|. bit i
  clearBit x i = x .&. complement (bit i)
  complementBit x i = xor x (bit i)
  bitSize b = fromMaybe (errorWithoutStackTrace "bitSize is undefined") (bitSizeMaybe b)
  shiftL x n = shift x n
  unsafeShiftL x n = shiftL x n
  shiftR x n = shift x (negate n)
  unsafeShiftR x n = shiftR x n
  rotateL x n = rotate x n
  rotateR x n = rotate x (negate n)

class Bits b => FiniteBits b where
  finiteBitSize :: b -> Int
  countLeadingZeros :: b -> Int
  countTrailingZeros :: b -> Int
  countLeadingZeros x = go (finiteBitSize x - 1)
    where
      go i = case i < 0 || testBit x i of
        True -> finiteBitSize x - 1 - i
        False -> go (i - 1)
  countTrailingZeros x = go 0
    where
      go i = case i >= finiteBitSize x || testBit x i of
        True -> i
        False -> go (i + 1)

instance Bits Int where
  I# x .&. I# y = I# (andI# x y)
  I# x .|. I# y = I# (orI# x y)
  xor (I# x) (I# y) = I# (xorI# x y)
  complement (I# x) = I# (notI# x)
  shiftL (I# x) n = case shiftCount n of
    I# k -> case isTrue# (k >=# 64#) of
      True -> 0
      False -> I# (uncheckedIShiftL# x k)
  shiftR (I# x) n = case shiftCount n of
    I# k -> case isTrue# (k >=# 64#) of
      True -> case isTrue# (x <# 0#) of
        True -> negate 1
        False -> 0
      False -> I# (uncheckedIShiftRA# x k)
  unsafeShiftL (I# x) (I# n) = I# (uncheckedIShiftL# x n)
  unsafeShiftR (I# x) (I# n) = I# (uncheckedIShiftRA# x n)
  rotate x n = case mod n 64 of
    0 -> x
    k -> shiftL x k .|. logicalShiftR x (64 - k)
  zeroBits = 0
  bit n = shiftL 1 n
  testBit x n = (x .&. bit n) /= 0
  bitSizeMaybe _ = Just 64
  bitSize _ = 64
  isSigned _ = True
  popCount (I# x) = I# (word2Int# (popCnt# (int2Word# x)))

logicalShiftR :: Int -> Int -> Int
logicalShiftR (I# x) (I# n) = I# (uncheckedIShiftRL# x n)

shiftCount :: Int -> Int
shiftCount n = case n < 0 of
  True -> overflowError
  False -> n

instance FiniteBits Int where
  finiteBitSize _ = 64

instance Bits Word where
  W# x .&. W# y = W# (and# x y)
  W# x .|. W# y = W# (or# x y)
  xor (W# x) (W# y) = W# (xor# x y)
  complement (W# x) = W# (not# x)
  shiftL (W# x) n = case shiftCount n of
    I# k -> case isTrue# (k >=# 64#) of
      True -> W# 0##
      False -> W# (uncheckedShiftL# x k)
  shiftR (W# x) n = case shiftCount n of
    I# k -> case isTrue# (k >=# 64#) of
      True -> W# 0##
      False -> W# (uncheckedShiftRL# x k)
  rotate x n = case mod n 64 of
    0 -> x
    k -> shiftL x k .|. shiftR x (64 - k)
  zeroBits = W# 0##
  bit n = shiftL (W# 1##) n
  testBit x n = (x .&. bit n) /= W# 0##
  bitSizeMaybe _ = Just 64
  bitSize _ = 64
  isSigned _ = False
  popCount (W# x) = I# (word2Int# (popCnt# x))

instance FiniteBits Word where
  finiteBitSize _ = 64

instance Bits Integer where
  x .&. y = integerAnd x y
  x .|. y = integerOr x y
  xor x y = integerXor x y
  complement x = integerComplement x
  shiftL x n = case shiftCount n of k -> x * (2 ^ k)
  shiftR x n = case shiftCount n of k -> integerDiv x (2 ^ k)
  rotate x n = shift x n
  zeroBits = 0
  bit n = shiftL 1 n
  testBit x n = case shiftCount n of k -> integerMod (integerDiv x (2 ^ k)) 2 == 1
  bitSizeMaybe _ = Nothing
  bitSize _ = errorWithoutStackTrace "Data.Bits.bitSize(Integer)"
  isSigned _ = True
  popCount x = case x < 0 of
    True -> negate (ones (negate x))
    False -> ones x
    where
      ones k = case k == 0 of
        True -> 0
        False -> fromInteger (integerMod k 2) + ones (integerDiv k 2)

instance Bits Bool where
  x .&. y = x && y
  x .|. y = x || y
  xor x y = x /= y
  complement x = not x
  shift x n = case n == 0 of
    True -> x
    False -> False
  rotate x _ = x
  zeroBits = False
  bit n = n == 0
  testBit x n = case n == 0 of
    True -> x
    False -> False
  bitSizeMaybe _ = Just 1
  bitSize _ = 1
  isSigned _ = False
  popCount False = 0
  popCount True = 1

bitDefault :: (Bits a, Num a) => Int -> a
bitDefault n = shiftL (fromInteger 1) n

testBitDefault :: (Bits a, Num a) => a -> Int -> Bool
testBitDefault x n = (x .&. bit n) /= fromInteger 0

popCountDefault :: (Bits a, Num a) => a -> Int
popCountDefault x = go 0 x
  where
    go :: (Bits b, Num b) => Int -> b -> Int
    go n y = case y == fromInteger 0 of
      True -> n
      False -> go (n + 1) (y .&. (y - fromInteger 1))
