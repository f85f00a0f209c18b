{-# LANGUAGE NoImplicitPrelude #-}
-- | Integers of other widths than that of the machine, which wrap around. All but the widest are
-- kept as an integer of the machine within their range.
module Base.Sized where

import Base.Array (Ix (..))
import Base.Bits
import Base.Classes
import Base.Enum
import Base.Error
import Base.Function
import qualified Base.Monad as Monad
import Base.Num
import Base.Read
import Base.Show
import GHC.Num.Integer (Integer)
import GHC.Types

-- Int8 --------------------------------------------------------------------------------------------

newtype Int8 = Int8 Int

narrowInt8 :: Int -> Int8
narrowInt8 x = Int8 (((x + 128) `mod` 256) - 128)

instance Eq Int8 where
  Int8 x == Int8 y = x == y
  Int8 x /= Int8 y = x /= y

instance Ord Int8 where
  compare (Int8 x) (Int8 y) = compare x y
  Int8 x < Int8 y = x < y
  Int8 x <= Int8 y = x <= y
  Int8 x > Int8 y = x > y
  Int8 x >= Int8 y = x >= y

instance Show Int8 where
  showsPrec p (Int8 x) = showsPrec p x

instance Read Int8 where
  readsPrec p s = Monad.map (\(x, rest) -> (narrowInt8 x, rest)) (readsPrec p s)

instance Num Int8 where
  Int8 x + Int8 y = narrowInt8 (x + y)
  Int8 x - Int8 y = narrowInt8 (x - y)
  Int8 x * Int8 y = narrowInt8 (x * y)
  negate (Int8 x) = narrowInt8 (negate x)
  abs (Int8 x) = narrowInt8 (abs x)
  signum (Int8 x) = Int8 (signum x)
  fromInteger n = narrowInt8 (fromInteger n)

instance Real Int8 where
  toRational (Int8 x) = toRational x

instance Bounded Int8 where
  minBound = Int8 (negate 128)
  maxBound = Int8 127

instance Enum Int8 where
  succ x = case x == maxBound of
    True -> errorWithoutStackTrace "Enum.succ{Int8}: tried to take `succ' of maxBound"
    False -> x + Int8 1
  pred x = case x == minBound of
    True -> errorWithoutStackTrace "Enum.pred{Int8}: tried to take `pred' of minBound"
    False -> x - Int8 1
  toEnum n = case n < (negate 128) || n > 127 of
    True -> errorWithoutStackTrace "Enum.toEnum{Int8}: tag is outside of bounds"
    False -> Int8 n
  fromEnum (Int8 x) = fromEnum x
  enumFrom x = enumFromTo x maxBound
  enumFromThen x y = case x <= y of
    True -> enumFromThenTo x y maxBound
    False -> enumFromThenTo x y minBound
  enumFromTo (Int8 x) (Int8 y) = Monad.map Int8 (enumFromTo x y)
  enumFromThenTo (Int8 x) (Int8 y) (Int8 z) = Monad.map Int8 (enumFromThenTo x y z)

instance Integral Int8 where
  quot (Int8 x) (Int8 y) = narrowInt8 (quot x y)
  rem (Int8 x) (Int8 y) = Int8 (rem x y)
  div (Int8 x) (Int8 y) = narrowInt8 (div x y)
  mod (Int8 x) (Int8 y) = Int8 (mod x y)
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger (Int8 x) = toInteger x

instance Ix Int8 where
  range (x, y) = enumFromTo x y
  unsafeIndex (x, _) y = fromEnum (y - x)
  inRange (x, y) z = x <= z && z <= y

instance Bits Int8 where
  Int8 x .&. Int8 y = Int8 (x .&. y)
  Int8 x .|. Int8 y = Int8 (x .|. y)
  xor (Int8 x) (Int8 y) = Int8 (xor x y)
  complement (Int8 x) = narrowInt8 (complement x)
  zeroBits = Int8 zeroBits
  bit i = case i < 8 of
    True -> narrowInt8 (bit i)
    False -> Int8 zeroBits
  testBit (Int8 x) i = i < 8 && testBit x i
  bitSizeMaybe _ = Just 8
  bitSize _ = 8
  isSigned _ = True
  shiftL (Int8 x) i = case i < 8 of
    True -> narrowInt8 (shiftL x i)
    False -> Int8 zeroBits
  unsafeShiftL x i = shiftL x i
  shiftR (Int8 x) i = Int8 (shiftR x i)
  unsafeShiftR x i = shiftR x i
  rotate x i = case i `mod` 8 of
    0 -> x
    k -> shiftL x k .|. logicalInt8 x (8 - k)
  popCount x = go 0 0
    where
      go i n = case i < 8 of
        False -> n
        True -> case testBit x i of
          True -> go (i + 1) (n + 1)
          False -> go (i + 1) n

instance FiniteBits Int8 where
  finiteBitSize _ = 8

-- | A shift to the right that brings in zeros.
logicalInt8 :: Int8 -> Int -> Int8
logicalInt8 x i = case i <= 0 of
  True -> x
  False -> logicalInt8 (clearBit (shiftR x 1) 7) (i - 1)

-- Int16 -------------------------------------------------------------------------------------------

newtype Int16 = Int16 Int

narrowInt16 :: Int -> Int16
narrowInt16 x = Int16 (((x + 32768) `mod` 65536) - 32768)

instance Eq Int16 where
  Int16 x == Int16 y = x == y
  Int16 x /= Int16 y = x /= y

instance Ord Int16 where
  compare (Int16 x) (Int16 y) = compare x y
  Int16 x < Int16 y = x < y
  Int16 x <= Int16 y = x <= y
  Int16 x > Int16 y = x > y
  Int16 x >= Int16 y = x >= y

instance Show Int16 where
  showsPrec p (Int16 x) = showsPrec p x

instance Read Int16 where
  readsPrec p s = Monad.map (\(x, rest) -> (narrowInt16 x, rest)) (readsPrec p s)

instance Num Int16 where
  Int16 x + Int16 y = narrowInt16 (x + y)
  Int16 x - Int16 y = narrowInt16 (x - y)
  Int16 x * Int16 y = narrowInt16 (x * y)
  negate (Int16 x) = narrowInt16 (negate x)
  abs (Int16 x) = narrowInt16 (abs x)
  signum (Int16 x) = Int16 (signum x)
  fromInteger n = narrowInt16 (fromInteger n)

instance Real Int16 where
  toRational (Int16 x) = toRational x

instance Bounded Int16 where
  minBound = Int16 (negate 32768)
  maxBound = Int16 32767

instance Enum Int16 where
  succ x = case x == maxBound of
    True -> errorWithoutStackTrace "Enum.succ{Int16}: tried to take `succ' of maxBound"
    False -> x + Int16 1
  pred x = case x == minBound of
    True -> errorWithoutStackTrace "Enum.pred{Int16}: tried to take `pred' of minBound"
    False -> x - Int16 1
  toEnum n = case n < (negate 32768) || n > 32767 of
    True -> errorWithoutStackTrace "Enum.toEnum{Int16}: tag is outside of bounds"
    False -> Int16 n
  fromEnum (Int16 x) = fromEnum x
  enumFrom x = enumFromTo x maxBound
  enumFromThen x y = case x <= y of
    True -> enumFromThenTo x y maxBound
    False -> enumFromThenTo x y minBound
  enumFromTo (Int16 x) (Int16 y) = Monad.map Int16 (enumFromTo x y)
  enumFromThenTo (Int16 x) (Int16 y) (Int16 z) = Monad.map Int16 (enumFromThenTo x y z)

instance Integral Int16 where
  quot (Int16 x) (Int16 y) = narrowInt16 (quot x y)
  rem (Int16 x) (Int16 y) = Int16 (rem x y)
  div (Int16 x) (Int16 y) = narrowInt16 (div x y)
  mod (Int16 x) (Int16 y) = Int16 (mod x y)
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger (Int16 x) = toInteger x

instance Ix Int16 where
  range (x, y) = enumFromTo x y
  unsafeIndex (x, _) y = fromEnum (y - x)
  inRange (x, y) z = x <= z && z <= y

instance Bits Int16 where
  Int16 x .&. Int16 y = Int16 (x .&. y)
  Int16 x .|. Int16 y = Int16 (x .|. y)
  xor (Int16 x) (Int16 y) = Int16 (xor x y)
  complement (Int16 x) = narrowInt16 (complement x)
  zeroBits = Int16 zeroBits
  bit i = case i < 16 of
    True -> narrowInt16 (bit i)
    False -> Int16 zeroBits
  testBit (Int16 x) i = i < 16 && testBit x i
  bitSizeMaybe _ = Just 16
  bitSize _ = 16
  isSigned _ = True
  shiftL (Int16 x) i = case i < 16 of
    True -> narrowInt16 (shiftL x i)
    False -> Int16 zeroBits
  unsafeShiftL x i = shiftL x i
  shiftR (Int16 x) i = Int16 (shiftR x i)
  unsafeShiftR x i = shiftR x i
  rotate x i = case i `mod` 16 of
    0 -> x
    k -> shiftL x k .|. logicalInt16 x (16 - k)
  popCount x = go 0 0
    where
      go i n = case i < 16 of
        False -> n
        True -> case testBit x i of
          True -> go (i + 1) (n + 1)
          False -> go (i + 1) n

instance FiniteBits Int16 where
  finiteBitSize _ = 16

-- | A shift to the right that brings in zeros.
logicalInt16 :: Int16 -> Int -> Int16
logicalInt16 x i = case i <= 0 of
  True -> x
  False -> logicalInt16 (clearBit (shiftR x 1) 15) (i - 1)

-- Int32 -------------------------------------------------------------------------------------------

newtype Int32 = Int32 Int

narrowInt32 :: Int -> Int32
narrowInt32 x = Int32 (((x + 2147483648) `mod` 4294967296) - 2147483648)

instance Eq Int32 where
  Int32 x == Int32 y = x == y
  Int32 x /= Int32 y = x /= y

instance Ord Int32 where
  compare (Int32 x) (Int32 y) = compare x y
  Int32 x < Int32 y = x < y
  Int32 x <= Int32 y = x <= y
  Int32 x > Int32 y = x > y
  Int32 x >= Int32 y = x >= y

instance Show Int32 where
  showsPrec p (Int32 x) = showsPrec p x

instance Read Int32 where
  readsPrec p s = Monad.map (\(x, rest) -> (narrowInt32 x, rest)) (readsPrec p s)

instance Num Int32 where
  Int32 x + Int32 y = narrowInt32 (x + y)
  Int32 x - Int32 y = narrowInt32 (x - y)
  Int32 x * Int32 y = narrowInt32 (x * y)
  negate (Int32 x) = narrowInt32 (negate x)
  abs (Int32 x) = narrowInt32 (abs x)
  signum (Int32 x) = Int32 (signum x)
  fromInteger n = narrowInt32 (fromInteger n)

instance Real Int32 where
  toRational (Int32 x) = toRational x

instance Bounded Int32 where
  minBound = Int32 (negate 2147483648)
  maxBound = Int32 2147483647

instance Enum Int32 where
  succ x = case x == maxBound of
    True -> errorWithoutStackTrace "Enum.succ{Int32}: tried to take `succ' of maxBound"
    False -> x + Int32 1
  pred x = case x == minBound of
    True -> errorWithoutStackTrace "Enum.pred{Int32}: tried to take `pred' of minBound"
    False -> x - Int32 1
  toEnum n = case n < (negate 2147483648) || n > 2147483647 of
    True -> errorWithoutStackTrace "Enum.toEnum{Int32}: tag is outside of bounds"
    False -> Int32 n
  fromEnum (Int32 x) = fromEnum x
  enumFrom x = enumFromTo x maxBound
  enumFromThen x y = case x <= y of
    True -> enumFromThenTo x y maxBound
    False -> enumFromThenTo x y minBound
  enumFromTo (Int32 x) (Int32 y) = Monad.map Int32 (enumFromTo x y)
  enumFromThenTo (Int32 x) (Int32 y) (Int32 z) = Monad.map Int32 (enumFromThenTo x y z)

instance Integral Int32 where
  quot (Int32 x) (Int32 y) = narrowInt32 (quot x y)
  rem (Int32 x) (Int32 y) = Int32 (rem x y)
  div (Int32 x) (Int32 y) = narrowInt32 (div x y)
  mod (Int32 x) (Int32 y) = Int32 (mod x y)
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger (Int32 x) = toInteger x

instance Ix Int32 where
  range (x, y) = enumFromTo x y
  unsafeIndex (x, _) y = fromEnum (y - x)
  inRange (x, y) z = x <= z && z <= y

instance Bits Int32 where
  Int32 x .&. Int32 y = Int32 (x .&. y)
  Int32 x .|. Int32 y = Int32 (x .|. y)
  xor (Int32 x) (Int32 y) = Int32 (xor x y)
  complement (Int32 x) = narrowInt32 (complement x)
  zeroBits = Int32 zeroBits
  bit i = case i < 32 of
    True -> narrowInt32 (bit i)
    False -> Int32 zeroBits
  testBit (Int32 x) i = i < 32 && testBit x i
  bitSizeMaybe _ = Just 32
  bitSize _ = 32
  isSigned _ = True
  shiftL (Int32 x) i = case i < 32 of
    True -> narrowInt32 (shiftL x i)
    False -> Int32 zeroBits
  unsafeShiftL x i = shiftL x i
  shiftR (Int32 x) i = Int32 (shiftR x i)
  unsafeShiftR x i = shiftR x i
  rotate x i = case i `mod` 32 of
    0 -> x
    k -> shiftL x k .|. logicalInt32 x (32 - k)
  popCount x = go 0 0
    where
      go i n = case i < 32 of
        False -> n
        True -> case testBit x i of
          True -> go (i + 1) (n + 1)
          False -> go (i + 1) n

instance FiniteBits Int32 where
  finiteBitSize _ = 32

-- | A shift to the right that brings in zeros.
logicalInt32 :: Int32 -> Int -> Int32
logicalInt32 x i = case i <= 0 of
  True -> x
  False -> logicalInt32 (clearBit (shiftR x 1) 31) (i - 1)

-- Int64 -------------------------------------------------------------------------------------------

newtype Int64 = Int64 Int

narrowInt64 :: Int -> Int64
narrowInt64 x = Int64 x

instance Eq Int64 where
  Int64 x == Int64 y = x == y
  Int64 x /= Int64 y = x /= y

instance Ord Int64 where
  compare (Int64 x) (Int64 y) = compare x y
  Int64 x < Int64 y = x < y
  Int64 x <= Int64 y = x <= y
  Int64 x > Int64 y = x > y
  Int64 x >= Int64 y = x >= y

instance Show Int64 where
  showsPrec p (Int64 x) = showsPrec p x

instance Read Int64 where
  readsPrec p s = Monad.map (\(x, rest) -> (narrowInt64 x, rest)) (readsPrec p s)

instance Num Int64 where
  Int64 x + Int64 y = narrowInt64 (x + y)
  Int64 x - Int64 y = narrowInt64 (x - y)
  Int64 x * Int64 y = narrowInt64 (x * y)
  negate (Int64 x) = narrowInt64 (negate x)
  abs (Int64 x) = narrowInt64 (abs x)
  signum (Int64 x) = Int64 (signum x)
  fromInteger n = narrowInt64 (fromInteger n)

instance Real Int64 where
  toRational (Int64 x) = toRational x

instance Bounded Int64 where
  minBound = Int64 minBound
  maxBound = Int64 maxBound

instance Enum Int64 where
  succ x = case x == maxBound of
    True -> errorWithoutStackTrace "Enum.succ{Int64}: tried to take `succ' of maxBound"
    False -> x + Int64 1
  pred x = case x == minBound of
    True -> errorWithoutStackTrace "Enum.pred{Int64}: tried to take `pred' of minBound"
    False -> x - Int64 1
  toEnum n = Int64 (toEnum n)
  fromEnum (Int64 x) = fromEnum x
  enumFrom x = enumFromTo x maxBound
  enumFromThen x y = case x <= y of
    True -> enumFromThenTo x y maxBound
    False -> enumFromThenTo x y minBound
  enumFromTo (Int64 x) (Int64 y) = Monad.map Int64 (enumFromTo x y)
  enumFromThenTo (Int64 x) (Int64 y) (Int64 z) = Monad.map Int64 (enumFromThenTo x y z)

instance Integral Int64 where
  quot (Int64 x) (Int64 y) = narrowInt64 (quot x y)
  rem (Int64 x) (Int64 y) = Int64 (rem x y)
  div (Int64 x) (Int64 y) = narrowInt64 (div x y)
  mod (Int64 x) (Int64 y) = Int64 (mod x y)
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger (Int64 x) = toInteger x

instance Ix Int64 where
  range (x, y) = enumFromTo x y
  unsafeIndex (x, _) y = fromEnum (y - x)
  inRange (x, y) z = x <= z && z <= y

instance Bits Int64 where
  Int64 x .&. Int64 y = Int64 (x .&. y)
  Int64 x .|. Int64 y = Int64 (x .|. y)
  xor (Int64 x) (Int64 y) = Int64 (xor x y)
  complement (Int64 x) = narrowInt64 (complement x)
  zeroBits = Int64 zeroBits
  bit i = case i < 64 of
    True -> narrowInt64 (bit i)
    False -> Int64 zeroBits
  testBit (Int64 x) i = i < 64 && testBit x i
  bitSizeMaybe _ = Just 64
  bitSize _ = 64
  isSigned _ = True
  shiftL (Int64 x) i = case i < 64 of
    True -> narrowInt64 (shiftL x i)
    False -> Int64 zeroBits
  unsafeShiftL x i = shiftL x i
  shiftR (Int64 x) i = Int64 (shiftR x i)
  unsafeShiftR x i = shiftR x i
  rotate x i = case i `mod` 64 of
    0 -> x
    k -> shiftL x k .|. logicalInt64 x (64 - k)
  popCount x = go 0 0
    where
      go i n = case i < 64 of
        False -> n
        True -> case testBit x i of
          True -> go (i + 1) (n + 1)
          False -> go (i + 1) n

instance FiniteBits Int64 where
  finiteBitSize _ = 64

-- | A shift to the right that brings in zeros.
logicalInt64 :: Int64 -> Int -> Int64
logicalInt64 x i = case i <= 0 of
  True -> x
  False -> logicalInt64 (clearBit (shiftR x 1) 63) (i - 1)

-- Word8 -------------------------------------------------------------------------------------------

newtype Word8 = Word8 Int

narrowWord8 :: Int -> Word8
narrowWord8 x = Word8 (x `mod` 256)

instance Eq Word8 where
  Word8 x == Word8 y = x == y
  Word8 x /= Word8 y = x /= y

instance Ord Word8 where
  compare (Word8 x) (Word8 y) = compare x y
  Word8 x < Word8 y = x < y
  Word8 x <= Word8 y = x <= y
  Word8 x > Word8 y = x > y
  Word8 x >= Word8 y = x >= y

instance Show Word8 where
  showsPrec p (Word8 x) = showsPrec p x

instance Read Word8 where
  readsPrec p s = Monad.map (\(x, rest) -> (narrowWord8 x, rest)) (readsPrec p s)

instance Num Word8 where
  Word8 x + Word8 y = narrowWord8 (x + y)
  Word8 x - Word8 y = narrowWord8 (x - y)
  Word8 x * Word8 y = narrowWord8 (x * y)
  negate (Word8 x) = narrowWord8 (negate x)
  abs (Word8 x) = narrowWord8 (abs x)
  signum (Word8 x) = Word8 (signum x)
  fromInteger n = narrowWord8 (fromInteger n)

instance Real Word8 where
  toRational (Word8 x) = toRational x

instance Bounded Word8 where
  minBound = Word8 0
  maxBound = Word8 255

instance Enum Word8 where
  succ x = case x == maxBound of
    True -> errorWithoutStackTrace "Enum.succ{Word8}: tried to take `succ' of maxBound"
    False -> x + Word8 1
  pred x = case x == minBound of
    True -> errorWithoutStackTrace "Enum.pred{Word8}: tried to take `pred' of minBound"
    False -> x - Word8 1
  toEnum n = case n < 0 || n > 255 of
    True -> errorWithoutStackTrace "Enum.toEnum{Word8}: tag is outside of bounds"
    False -> Word8 n
  fromEnum (Word8 x) = fromEnum x
  enumFrom x = enumFromTo x maxBound
  enumFromThen x y = case x <= y of
    True -> enumFromThenTo x y maxBound
    False -> enumFromThenTo x y minBound
  enumFromTo (Word8 x) (Word8 y) = Monad.map Word8 (enumFromTo x y)
  enumFromThenTo (Word8 x) (Word8 y) (Word8 z) = Monad.map Word8 (enumFromThenTo x y z)

instance Integral Word8 where
  quot (Word8 x) (Word8 y) = narrowWord8 (quot x y)
  rem (Word8 x) (Word8 y) = Word8 (rem x y)
  div (Word8 x) (Word8 y) = narrowWord8 (div x y)
  mod (Word8 x) (Word8 y) = Word8 (mod x y)
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger (Word8 x) = toInteger x

instance Ix Word8 where
  range (x, y) = enumFromTo x y
  unsafeIndex (x, _) y = fromEnum (y - x)
  inRange (x, y) z = x <= z && z <= y

instance Bits Word8 where
  Word8 x .&. Word8 y = Word8 (x .&. y)
  Word8 x .|. Word8 y = Word8 (x .|. y)
  xor (Word8 x) (Word8 y) = Word8 (xor x y)
  complement (Word8 x) = narrowWord8 (complement x)
  zeroBits = Word8 zeroBits
  bit i = case i < 8 of
    True -> narrowWord8 (bit i)
    False -> Word8 zeroBits
  testBit (Word8 x) i = i < 8 && testBit x i
  bitSizeMaybe _ = Just 8
  bitSize _ = 8
  isSigned _ = False
  shiftL (Word8 x) i = case i < 8 of
    True -> narrowWord8 (shiftL x i)
    False -> Word8 zeroBits
  unsafeShiftL x i = shiftL x i
  shiftR (Word8 x) i = Word8 (shiftR x i)
  unsafeShiftR x i = shiftR x i
  rotate x i = case i `mod` 8 of
    0 -> x
    k -> shiftL x k .|. logicalWord8 x (8 - k)
  popCount x = go 0 0
    where
      go i n = case i < 8 of
        False -> n
        True -> case testBit x i of
          True -> go (i + 1) (n + 1)
          False -> go (i + 1) n

instance FiniteBits Word8 where
  finiteBitSize _ = 8

-- | A shift to the right that brings in zeros.
logicalWord8 :: Word8 -> Int -> Word8
logicalWord8 x i = case i <= 0 of
  True -> x
  False -> logicalWord8 (clearBit (shiftR x 1) 7) (i - 1)

-- Word16 ------------------------------------------------------------------------------------------

newtype Word16 = Word16 Int

narrowWord16 :: Int -> Word16
narrowWord16 x = Word16 (x `mod` 65536)

instance Eq Word16 where
  Word16 x == Word16 y = x == y
  Word16 x /= Word16 y = x /= y

instance Ord Word16 where
  compare (Word16 x) (Word16 y) = compare x y
  Word16 x < Word16 y = x < y
  Word16 x <= Word16 y = x <= y
  Word16 x > Word16 y = x > y
  Word16 x >= Word16 y = x >= y

instance Show Word16 where
  showsPrec p (Word16 x) = showsPrec p x

instance Read Word16 where
  readsPrec p s = Monad.map (\(x, rest) -> (narrowWord16 x, rest)) (readsPrec p s)

instance Num Word16 where
  Word16 x + Word16 y = narrowWord16 (x + y)
  Word16 x - Word16 y = narrowWord16 (x - y)
  Word16 x * Word16 y = narrowWord16 (x * y)
  negate (Word16 x) = narrowWord16 (negate x)
  abs (Word16 x) = narrowWord16 (abs x)
  signum (Word16 x) = Word16 (signum x)
  fromInteger n = narrowWord16 (fromInteger n)

instance Real Word16 where
  toRational (Word16 x) = toRational x

instance Bounded Word16 where
  minBound = Word16 0
  maxBound = Word16 65535

instance Enum Word16 where
  succ x = case x == maxBound of
    True -> errorWithoutStackTrace "Enum.succ{Word16}: tried to take `succ' of maxBound"
    False -> x + Word16 1
  pred x = case x == minBound of
    True -> errorWithoutStackTrace "Enum.pred{Word16}: tried to take `pred' of minBound"
    False -> x - Word16 1
  toEnum n = case n < 0 || n > 65535 of
    True -> errorWithoutStackTrace "Enum.toEnum{Word16}: tag is outside of bounds"
    False -> Word16 n
  fromEnum (Word16 x) = fromEnum x
  enumFrom x = enumFromTo x maxBound
  enumFromThen x y = case x <= y of
    True -> enumFromThenTo x y maxBound
    False -> enumFromThenTo x y minBound
  enumFromTo (Word16 x) (Word16 y) = Monad.map Word16 (enumFromTo x y)
  enumFromThenTo (Word16 x) (Word16 y) (Word16 z) = Monad.map Word16 (enumFromThenTo x y z)

instance Integral Word16 where
  quot (Word16 x) (Word16 y) = narrowWord16 (quot x y)
  rem (Word16 x) (Word16 y) = Word16 (rem x y)
  div (Word16 x) (Word16 y) = narrowWord16 (div x y)
  mod (Word16 x) (Word16 y) = Word16 (mod x y)
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger (Word16 x) = toInteger x

instance Ix Word16 where
  range (x, y) = enumFromTo x y
  unsafeIndex (x, _) y = fromEnum (y - x)
  inRange (x, y) z = x <= z && z <= y

instance Bits Word16 where
  Word16 x .&. Word16 y = Word16 (x .&. y)
  Word16 x .|. Word16 y = Word16 (x .|. y)
  xor (Word16 x) (Word16 y) = Word16 (xor x y)
  complement (Word16 x) = narrowWord16 (complement x)
  zeroBits = Word16 zeroBits
  bit i = case i < 16 of
    True -> narrowWord16 (bit i)
    False -> Word16 zeroBits
  testBit (Word16 x) i = i < 16 && testBit x i
  bitSizeMaybe _ = Just 16
  bitSize _ = 16
  isSigned _ = False
  shiftL (Word16 x) i = case i < 16 of
    True -> narrowWord16 (shiftL x i)
    False -> Word16 zeroBits
  unsafeShiftL x i = shiftL x i
  shiftR (Word16 x) i = Word16 (shiftR x i)
  unsafeShiftR x i = shiftR x i
  rotate x i = case i `mod` 16 of
    0 -> x
    k -> shiftL x k .|. logicalWord16 x (16 - k)
  popCount x = go 0 0
    where
      go i n = case i < 16 of
        False -> n
        True -> case testBit x i of
          True -> go (i + 1) (n + 1)
          False -> go (i + 1) n

instance FiniteBits Word16 where
  finiteBitSize _ = 16

-- | A shift to the right that brings in zeros.
logicalWord16 :: Word16 -> Int -> Word16
logicalWord16 x i = case i <= 0 of
  True -> x
  False -> logicalWord16 (clearBit (shiftR x 1) 15) (i - 1)

-- Word32 ------------------------------------------------------------------------------------------

newtype Word32 = Word32 Int

narrowWord32 :: Int -> Word32
narrowWord32 x = Word32 (x `mod` 4294967296)

instance Eq Word32 where
  Word32 x == Word32 y = x == y
  Word32 x /= Word32 y = x /= y

instance Ord Word32 where
  compare (Word32 x) (Word32 y) = compare x y
  Word32 x < Word32 y = x < y
  Word32 x <= Word32 y = x <= y
  Word32 x > Word32 y = x > y
  Word32 x >= Word32 y = x >= y

instance Show Word32 where
  showsPrec p (Word32 x) = showsPrec p x

instance Read Word32 where
  readsPrec p s = Monad.map (\(x, rest) -> (narrowWord32 x, rest)) (readsPrec p s)

instance Num Word32 where
  Word32 x + Word32 y = narrowWord32 (x + y)
  Word32 x - Word32 y = narrowWord32 (x - y)
  Word32 x * Word32 y = narrowWord32 (x * y)
  negate (Word32 x) = narrowWord32 (negate x)
  abs (Word32 x) = narrowWord32 (abs x)
  signum (Word32 x) = Word32 (signum x)
  fromInteger n = narrowWord32 (fromInteger n)

instance Real Word32 where
  toRational (Word32 x) = toRational x

instance Bounded Word32 where
  minBound = Word32 0
  maxBound = Word32 4294967295

instance Enum Word32 where
  succ x = case x == maxBound of
    True -> errorWithoutStackTrace "Enum.succ{Word32}: tried to take `succ' of maxBound"
    False -> x + Word32 1
  pred x = case x == minBound of
    True -> errorWithoutStackTrace "Enum.pred{Word32}: tried to take `pred' of minBound"
    False -> x - Word32 1
  toEnum n = case n < 0 || n > 4294967295 of
    True -> errorWithoutStackTrace "Enum.toEnum{Word32}: tag is outside of bounds"
    False -> Word32 n
  fromEnum (Word32 x) = fromEnum x
  enumFrom x = enumFromTo x maxBound
  enumFromThen x y = case x <= y of
    True -> enumFromThenTo x y maxBound
    False -> enumFromThenTo x y minBound
  enumFromTo (Word32 x) (Word32 y) = Monad.map Word32 (enumFromTo x y)
  enumFromThenTo (Word32 x) (Word32 y) (Word32 z) = Monad.map Word32 (enumFromThenTo x y z)

instance Integral Word32 where
  quot (Word32 x) (Word32 y) = narrowWord32 (quot x y)
  rem (Word32 x) (Word32 y) = Word32 (rem x y)
  div (Word32 x) (Word32 y) = narrowWord32 (div x y)
  mod (Word32 x) (Word32 y) = Word32 (mod x y)
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger (Word32 x) = toInteger x

instance Ix Word32 where
  range (x, y) = enumFromTo x y
  unsafeIndex (x, _) y = fromEnum (y - x)
  inRange (x, y) z = x <= z && z <= y

instance Bits Word32 where
  Word32 x .&. Word32 y = Word32 (x .&. y)
  Word32 x .|. Word32 y = Word32 (x .|. y)
  xor (Word32 x) (Word32 y) = Word32 (xor x y)
  complement (Word32 x) = narrowWord32 (complement x)
  zeroBits = Word32 zeroBits
  bit i = case i < 32 of
    True -> narrowWord32 (bit i)
    False -> Word32 zeroBits
  testBit (Word32 x) i = i < 32 && testBit x i
  bitSizeMaybe _ = Just 32
  bitSize _ = 32
  isSigned _ = False
  shiftL (Word32 x) i = case i < 32 of
    True -> narrowWord32 (shiftL x i)
    False -> Word32 zeroBits
  unsafeShiftL x i = shiftL x i
  shiftR (Word32 x) i = Word32 (shiftR x i)
  unsafeShiftR x i = shiftR x i
  rotate x i = case i `mod` 32 of
    0 -> x
    k -> shiftL x k .|. logicalWord32 x (32 - k)
  popCount x = go 0 0
    where
      go i n = case i < 32 of
        False -> n
        True -> case testBit x i of
          True -> go (i + 1) (n + 1)
          False -> go (i + 1) n

instance FiniteBits Word32 where
  finiteBitSize _ = 32

-- | A shift to the right that brings in zeros.
logicalWord32 :: Word32 -> Int -> Word32
logicalWord32 x i = case i <= 0 of
  True -> x
  False -> logicalWord32 (clearBit (shiftR x 1) 31) (i - 1)

-- Word64 ------------------------------------------------------------------------------------------

newtype Word64 = Word64 Word

narrowWord64 :: Word -> Word64
narrowWord64 x = Word64 x

instance Eq Word64 where
  Word64 x == Word64 y = x == y
  Word64 x /= Word64 y = x /= y

instance Ord Word64 where
  compare (Word64 x) (Word64 y) = compare x y
  Word64 x < Word64 y = x < y
  Word64 x <= Word64 y = x <= y
  Word64 x > Word64 y = x > y
  Word64 x >= Word64 y = x >= y

instance Show Word64 where
  showsPrec p (Word64 x) = showsPrec p x

instance Read Word64 where
  readsPrec p s = Monad.map (\(x, rest) -> (narrowWord64 x, rest)) (readsPrec p s)

instance Num Word64 where
  Word64 x + Word64 y = narrowWord64 (x + y)
  Word64 x - Word64 y = narrowWord64 (x - y)
  Word64 x * Word64 y = narrowWord64 (x * y)
  negate (Word64 x) = narrowWord64 (negate x)
  abs (Word64 x) = narrowWord64 (abs x)
  signum (Word64 x) = Word64 (signum x)
  fromInteger n = narrowWord64 (fromInteger n)

instance Real Word64 where
  toRational (Word64 x) = toRational x

instance Bounded Word64 where
  minBound = Word64 minBound
  maxBound = Word64 maxBound

instance Enum Word64 where
  succ x = case x == maxBound of
    True -> errorWithoutStackTrace "Enum.succ{Word64}: tried to take `succ' of maxBound"
    False -> x + Word64 (toEnum 1)
  pred x = case x == minBound of
    True -> errorWithoutStackTrace "Enum.pred{Word64}: tried to take `pred' of minBound"
    False -> x - Word64 (toEnum 1)
  toEnum n = Word64 (toEnum n)
  fromEnum (Word64 x) = fromEnum x
  enumFrom x = enumFromTo x maxBound
  enumFromThen x y = case x <= y of
    True -> enumFromThenTo x y maxBound
    False -> enumFromThenTo x y minBound
  enumFromTo (Word64 x) (Word64 y) = Monad.map Word64 (enumFromTo x y)
  enumFromThenTo (Word64 x) (Word64 y) (Word64 z) = Monad.map Word64 (enumFromThenTo x y z)

instance Integral Word64 where
  quot (Word64 x) (Word64 y) = narrowWord64 (quot x y)
  rem (Word64 x) (Word64 y) = Word64 (rem x y)
  div (Word64 x) (Word64 y) = narrowWord64 (div x y)
  mod (Word64 x) (Word64 y) = Word64 (mod x y)
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger (Word64 x) = toInteger x

instance Ix Word64 where
  range (x, y) = enumFromTo x y
  unsafeIndex (x, _) y = fromEnum (y - x)
  inRange (x, y) z = x <= z && z <= y

instance Bits Word64 where
  Word64 x .&. Word64 y = Word64 (x .&. y)
  Word64 x .|. Word64 y = Word64 (x .|. y)
  xor (Word64 x) (Word64 y) = Word64 (xor x y)
  complement (Word64 x) = narrowWord64 (complement x)
  zeroBits = Word64 zeroBits
  bit i = case i < 64 of
    True -> narrowWord64 (bit i)
    False -> Word64 zeroBits
  testBit (Word64 x) i = i < 64 && testBit x i
  bitSizeMaybe _ = Just 64
  bitSize _ = 64
  isSigned _ = False
  shiftL (Word64 x) i = case i < 64 of
    True -> narrowWord64 (shiftL x i)
    False -> Word64 zeroBits
  unsafeShiftL x i = shiftL x i
  shiftR (Word64 x) i = Word64 (shiftR x i)
  unsafeShiftR x i = shiftR x i
  rotate x i = case i `mod` 64 of
    0 -> x
    k -> shiftL x k .|. logicalWord64 x (64 - k)
  popCount x = go 0 0
    where
      go i n = case i < 64 of
        False -> n
        True -> case testBit x i of
          True -> go (i + 1) (n + 1)
          False -> go (i + 1) n

instance FiniteBits Word64 where
  finiteBitSize _ = 64

-- | A shift to the right that brings in zeros.
logicalWord64 :: Word64 -> Int -> Word64
logicalWord64 x i = case i <= 0 of
  True -> x
  False -> logicalWord64 (clearBit (shiftR x 1) 63) (i - 1)
