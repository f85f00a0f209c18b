{-# LANGUAGE BangPatterns, MagicHash, NoImplicitPrelude #-}
-- | Whole numbers and fractions of them, and what is counted by them.
module Base.Num where

import Base.Classes
import Base.Error
import Base.Function
import GHC.Num.Integer
import GHC.Num.Natural (Natural)
import GHC.Prim
import GHC.Types

infixr 8 ^, ^^
infixl 7 *, /, `quot`, `rem`, `div`, `mod`, %, :%
infixl 6 +, -

class Num a where
  (+), (-), (*) :: a -> a -> a
  negate, abs, signum :: a -> a
  fromInteger :: Integer -> a
  x - y = x + negate y
  negate x = fromInteger 0 - x

class (Num a, Ord a) => Real a where
  toRational :: a -> Rational

class Enum a where
  succ, pred :: a -> a
  toEnum :: Int -> a
  fromEnum :: a -> Int
  enumFrom :: a -> [a]
  enumFromThen :: a -> a -> [a]
  enumFromTo :: a -> a -> [a]
  enumFromThenTo :: a -> a -> a -> [a]
  succ x = toEnum (fromEnum x + 1)
  pred x = toEnum (fromEnum x - 1)
  enumFrom x = mapInts toEnum (enumFrom (fromEnum x))
  enumFromThen x y = mapInts toEnum (enumFromThen (fromEnum x) (fromEnum y))
  enumFromTo x y = mapInts toEnum (enumFromTo (fromEnum x) (fromEnum y))
  enumFromThenTo x y z = mapInts toEnum (enumFromThenTo (fromEnum x) (fromEnum y) (fromEnum z))

class Bounded a where
  minBound, maxBound :: a

class (Real a, Enum a) => Integral a where
  quot, rem, div, mod :: a -> a -> a
  quotRem, divMod :: a -> a -> (a, a)
  toInteger :: a -> Integer
  quot x y = fst (quotRem x y)
  rem x y = snd (quotRem x y)
  div x y = fst (divMod x y)
  mod x y = snd (divMod x y)
  divMod x y = case quotRem x y of
    qr@(q, r) -> case signum r == negate (signum y) of
      True -> (q - fromInteger 1, r + y)
      False -> qr

class Num a => Fractional a where
  (/) :: a -> a -> a
  recip :: a -> a
  fromRational :: Rational -> a
  recip x = fromInteger 1 / x
  x / y = x * recip y

class (Real a, Fractional a) => RealFrac a where
  properFraction :: Integral b => a -> (b, a)
  truncate, round, ceiling, floor :: Integral b => a -> b
  truncate x = fst (properFraction x)
  round x = case properFraction x of
    (n, r) -> roundFrom n r (compare (abs r) (recip (fromInteger 2)))
  ceiling x = case properFraction x of
    (n, r) -> case r > fromInteger 0 of
      True -> n + fromInteger 1
      False -> n
  floor x = case properFraction x of
    (n, r) -> case r < fromInteger 0 of
      True -> n - fromInteger 1
      False -> n

-- | The nearest whole number, and of two the even one, given the part before the point, the part
-- behind it and how that compares with one half.
roundFrom :: (Integral b, Num a, Ord a) => b -> a -> Ordering -> b
roundFrom n _ LT = n
roundFrom n r GT = away n r
roundFrom n r EQ = case even n of
  True -> n
  False -> away n r

away :: (Num b, Num a, Ord a) => b -> a -> b
away n r = case r < fromInteger 0 of
  True -> n - fromInteger 1
  False -> n + fromInteger 1

data Ratio a = !a :% !a

type Rational = Ratio Integer

mapInts :: (Int -> a) -> [Int] -> [a]
mapInts _ [] = []
mapInts f (x : xs) = f x : mapInts f xs

-- Int ---------------------------------------------------------------------------------------------

instance Num Int where
  I# x + I# y = I# (x +# y)
  I# x - I# y = I# (x -# y)
  I# x * I# y = I# (x *# y)
  negate (I# x) = I# (negateInt# x)
  abs n = case n < 0 of
    True -> negate n
    False -> n
  signum n = case n < 0 of
    True -> I# -1#
    False -> case n == 0 of
      True -> 0
      False -> 1
  fromInteger n = I# (integerToInt# n)

instance Real Int where
  toRational (I# x) = integerFromInt# x :% 1

instance Bounded Int where
  minBound = I# -9223372036854775808#
  maxBound = I# 9223372036854775807#

instance Enum Int where
  succ x = case x == maxBound of
    True -> errorWithoutStackTrace "Prelude.Enum.succ{Int}: tried to take `succ' of maxBound"
    False -> x + 1
  pred x = case x == minBound of
    True -> errorWithoutStackTrace "Prelude.Enum.pred{Int}: tried to take `pred' of minBound"
    False -> x - 1
  toEnum x = x
  fromEnum x = x
  enumFrom x = countTo maxBound x
  enumFromTo x y = case x > y of
    True -> []
    False -> countTo y x
  enumFromThen x y = case y >= x of
    True -> enumFromThenTo x y maxBound
    False -> enumFromThenTo x y minBound
  enumFromThenTo x y z = case y >= x of
    True -> case z < y of
      True -> case z < x of
        True -> []
        False -> [x]
      False -> x : climb (y - x) (z - (y - x)) y
    False -> case z > y of
      True -> case z > x of
        True -> []
        False -> [x]
      False -> x : descend (y - x) (z - (y - x)) y

-- | From @x@, which is not above, up to @last@, without computing what is behind it.
countTo :: Int -> Int -> [Int]
countTo last x = x : case x == last of
  True -> []
  False -> countTo last (x + 1)

-- | Steps up as long as the next number is not behind the end.
climb :: Int -> Int -> Int -> [Int]
climb step limit x = x : case x > limit of
  True -> []
  False -> climb step limit (x + step)

descend :: Int -> Int -> Int -> [Int]
descend step limit x = x : case x < limit of
  True -> []
  False -> descend step limit (x + step)

instance Integral Int where
  quot (I# a) (I# b) = case b of
    0# -> divZeroError
    _ -> quotient (integerQuot (integerFromInt# a) (integerFromInt# b))
  rem (I# a) (I# b) = case b of
    0# -> divZeroError
    _ -> I# (remInt# a b)
  div (I# a) (I# b) = case b of
    0# -> divZeroError
    _ -> quotient (integerDiv (integerFromInt# a) (integerFromInt# b))
  mod (I# a) (I# b) = case b of
    0# -> divZeroError
    _ -> I# (modInt# a b)
  quotRem (I# a) (I# b) = case b of
    0# -> divZeroError
    _ -> (quotient (integerQuot (integerFromInt# a) (integerFromInt# b)), I# (remInt# a b))
  divMod (I# a) (I# b) = case b of
    0# -> divZeroError
    _ -> (quotient (integerDiv (integerFromInt# a) (integerFromInt# b)), I# (modInt# a b))
  toInteger (I# x) = integerFromInt# x

-- A quotient as an 'Int'. The least number by minus one is the only one that does not fit. Ideal
-- numbers all fit, and this is seen without a question to a solver: asking whether the divisor is
-- minus one would split every division.
quotient :: Integer -> Int
quotient q = case integerToInt# q of
  i -> case integerEq# (integerFromInt# i) q of
    0# -> overflowError
    _ -> I# i

-- Integer -----------------------------------------------------------------------------------------

instance Eq Integer where
  x == y = integerEq x y
  x /= y = integerNe x y

instance Ord Integer where
  compare x y = case integerLt x y of
    True -> LT
    False -> case integerEq x y of
      True -> EQ
      False -> GT
  x < y = integerLt x y
  x <= y = integerLe x y
  x > y = integerGt x y
  x >= y = integerGe x y

instance Num Integer where
  x + y = integerAdd x y
  x - y = integerSub x y
  x * y = integerMul x y
  negate x = integerNegate x
  abs x = case integerLt x 0 of
    True -> integerNegate x
    False -> x
  signum x = case integerLt x 0 of
    True -> IS -1#
    False -> case integerEq x 0 of
      True -> 0
      False -> 1
  fromInteger x = x

instance Real Integer where
  toRational x = x :% 1

instance Enum Integer where
  succ x = x + 1
  pred x = x - 1
  toEnum (I# x) = integerFromInt# x
  fromEnum x = I# (integerToInt# x)
  enumFrom x = x `seq'` (x : enumFrom (x + 1))
  enumFromTo x y = upFrom x 1 y
  enumFromThen x y = x `seq'` (x : enumFromThen y (y + y - x))
  enumFromThenTo x y z = case y >= x of
    True -> upFrom x (y - x) z
    False -> downFrom x (y - x) z

upFrom, downFrom :: (Num a, Ord a) => a -> a -> a -> [a]
upFrom x step z = case x > z of
  True -> []
  False -> x : upFrom (x + step) step z
downFrom x step z = case x < z of
  True -> []
  False -> x : downFrom (x + step) step z

instance Integral Integer where
  quot x y = case y == 0 of True -> divZeroError; False -> integerQuot x y
  rem x y = case y == 0 of True -> divZeroError; False -> integerRem x y
  div x y = case y == 0 of True -> divZeroError; False -> integerDiv x y
  mod x y = case y == 0 of True -> divZeroError; False -> integerMod x y
  quotRem x y = case y == 0 of
    True -> divZeroError
    False -> (integerQuot x y, integerRem x y)
  divMod x y = case y == 0 of
    True -> divZeroError
    False -> (integerDiv x y, integerMod x y)
  toInteger x = x

-- Word --------------------------------------------------------------------------------------------

instance Num Word where
  W# x + W# y = W# (plusWord# x y)
  W# x - W# y = W# (minusWord# x y)
  W# x * W# y = W# (timesWord# x y)
  negate (W# x) = W# (int2Word# (negateInt# (word2Int# x)))
  abs x = x
  signum x = case x == W# 0## of
    True -> x
    False -> W# 1##
  fromInteger n = W# (integerToWord# n)

instance Real Word where
  toRational x = toInteger x :% 1

instance Bounded Word where
  minBound = W# 0##
  maxBound = W# 18446744073709551615##

instance Enum Word where
  succ x = case x == maxBound of
    True -> errorWithoutStackTrace "Enum.succ{Word}: tried to take `succ' of maxBound"
    False -> x + W# 1##
  pred x = case x == minBound of
    True -> errorWithoutStackTrace "Enum.pred{Word}: tried to take `pred' of minBound"
    False -> x - W# 1##
  toEnum n@(I# i) = case n < 0 of
    True -> errorWithoutStackTrace "Enum.toEnum{Word}: tag is outside of bounds"
    False -> W# (int2Word# i)
  fromEnum (W# w) = I# (word2Int# w)
  enumFrom x = enumFromTo x maxBound
  enumFromTo x y = mapIntegers fromInteger (enumFromTo (toInteger x) (toInteger y))
  enumFromThen x y = enumFromThenTo x y (case y >= x of True -> maxBound; False -> minBound)
  enumFromThenTo x y z =
    mapIntegers fromInteger (enumFromThenTo (toInteger x) (toInteger y) (toInteger z))

mapIntegers :: (Integer -> a) -> [Integer] -> [a]
mapIntegers _ [] = []
mapIntegers f (x : xs) = f x : mapIntegers f xs

instance Integral Word where
  quot (W# a) (W# b) = case b of
    0## -> divZeroError
    _ -> W# (quotWord# a b)
  rem (W# a) (W# b) = case b of
    0## -> divZeroError
    _ -> W# (remWord# a b)
  div = quot
  mod = rem
  quotRem x y = case y == W# 0## of
    True -> divZeroError
    False -> (quot x y, rem x y)
  divMod = quotRem
  toInteger (W# w) = integerFromWord# w

-- Natural -----------------------------------------------------------------------------------------

instance Eq Natural where
  x == y = integerFromNatural x == integerFromNatural y

instance Ord Natural where
  compare x y = compare (integerFromNatural x) (integerFromNatural y)
  x < y = integerFromNatural x < integerFromNatural y
  x <= y = integerFromNatural x <= integerFromNatural y
  x > y = integerFromNatural x > integerFromNatural y
  x >= y = integerFromNatural x >= integerFromNatural y

instance Num Natural where
  x + y = integerToNatural (integerFromNatural x + integerFromNatural y)
  x - y = fromInteger (integerFromNatural x - integerFromNatural y)
  x * y = integerToNatural (integerFromNatural x * integerFromNatural y)
  negate x = fromInteger (negate (integerFromNatural x))
  abs x = x
  signum x = integerToNatural (signum (integerFromNatural x))
  fromInteger n = case n < 0 of
    True -> underflowError
    False -> integerToNatural n

instance Real Natural where
  toRational x = integerFromNatural x :% 1

instance Enum Natural where
  succ x = x + fromInteger 1
  pred x = case integerFromNatural x == 0 of
    True -> errorWithoutStackTrace "Enum.pred{Natural}: tried to take `pred' of 0"
    False -> x - fromInteger 1
  toEnum n = case n < 0 of
    True -> errorWithoutStackTrace "toEnum: unexpected negative Int"
    False -> integerToNatural (toInteger n)
  fromEnum x = fromInteger (integerFromNatural x)
  enumFrom x = mapIntegers integerToNatural (enumFrom (integerFromNatural x))
  enumFromTo x y = mapIntegers integerToNatural (enumFromTo (integerFromNatural x) (integerFromNatural y))
  enumFromThen x y = case y >= x of
    True -> mapIntegers integerToNatural (enumFromThen (integerFromNatural x) (integerFromNatural y))
    False -> enumFromThenTo x y (integerToNatural 0)
  enumFromThenTo x y z =
    mapIntegers
      integerToNatural
      (enumFromThenTo (integerFromNatural x) (integerFromNatural y) (integerFromNatural z))

instance Integral Natural where
  quot x y = integerToNatural (quot (integerFromNatural x) (integerFromNatural y))
  rem x y = integerToNatural (rem (integerFromNatural x) (integerFromNatural y))
  div = quot
  mod = rem
  quotRem x y = case integerFromNatural y == 0 of
    True -> divZeroError
    False -> (quot x y, rem x y)
  divMod = quotRem
  toInteger x = integerFromNatural x

-- Ratio -------------------------------------------------------------------------------------------

instance Eq a => Eq (Ratio a) where
  (a :% b) == (c :% d) = a == c && b == d

instance Integral a => Ord (Ratio a) where
  (a :% b) <= (c :% d) = a * d <= c * b
  (a :% b) < (c :% d) = a * d < c * b
  compare (a :% b) (c :% d) = compare (a * d) (c * b)

instance Integral a => Num (Ratio a) where
  (a :% b) + (c :% d) = reduce (a * d + c * b) (b * d)
  (a :% b) - (c :% d) = reduce (a * d - c * b) (b * d)
  (a :% b) * (c :% d) = reduce (a * c) (b * d)
  negate (a :% b) = negate a :% b
  abs (a :% b) = abs a :% b
  signum (a :% _) = signum a :% fromInteger 1
  fromInteger n = fromInteger n :% fromInteger 1

instance Integral a => Fractional (Ratio a) where
  (a :% b) / (c :% d) = (a * d) % (b * c)
  recip (a :% b) = case compare a (fromInteger 0) of
    EQ -> ratioZeroDenominatorError
    LT -> negate b :% negate a
    GT -> b :% a
  fromRational (n :% d) = fromInteger n % fromInteger d

instance Integral a => Real (Ratio a) where
  toRational (a :% b) = toInteger a :% toInteger b

instance Integral a => RealFrac (Ratio a) where
  properFraction (a :% b) = (fromInteger (toInteger (quot a b)), rem a b :% b)

instance Integral a => Enum (Ratio a) where
  succ x = x + fromInteger 1
  pred x = x - fromInteger 1
  toEnum n = fromIntegral n :% fromInteger 1
  fromEnum x = fromInteger (truncate x)
  enumFrom x = numericEnumFrom x
  enumFromThen x y = numericEnumFromThen x y
  enumFromTo x y = numericEnumFromTo x y
  enumFromThenTo x y z = numericEnumFromThenTo x y z

-- | Each number is computed from the first one, so that errors do not add up.
numericEnumFrom :: Fractional a => a -> [a]
numericEnumFrom x = go (fromInteger 0)
  where
    go k = case x + k of !v -> v : go (k + fromInteger 1)

numericEnumFromThen :: Fractional a => a -> a -> [a]
numericEnumFromThen x y = go (fromInteger 0)
  where
    step = y - x
    go k = case x + k * step of !v -> v : go (k + fromInteger 1)

-- | The last number may be half a step behind the end.
numericEnumFromTo :: (Ord a, Fractional a) => a -> a -> [a]
numericEnumFromTo x y = whileInside (<= y + recip (fromInteger 2)) (numericEnumFrom x)

numericEnumFromThenTo :: (Ord a, Fractional a) => a -> a -> a -> [a]
numericEnumFromThenTo x y z = whileInside inside (numericEnumFromThen x y)
  where
    middle = (y - x) / fromInteger 2
    inside v = case y >= x of
      True -> v <= z + middle
      False -> v >= z + middle

whileInside :: (a -> Bool) -> [a] -> [a]
whileInside p (x : xs) | p x = x : whileInside p xs
whileInside _ _ = []

reduce :: Integral a => a -> a -> Ratio a
reduce x y = case y == fromInteger 0 of
  True -> ratioZeroDenominatorError
  False -> let d = gcd x y in quot x d :% quot y d

(%) :: Integral a => a -> a -> Ratio a
x % y = reduce (x * signum y) (abs y)

numerator, denominator :: Ratio a -> a
numerator (x :% _) = x
denominator (_ :% y) = y

-- Functions ---------------------------------------------------------------------------------------

subtract :: Num a => a -> a -> a
subtract x y = y - x

even, odd :: Integral a => a -> Bool
even n = rem n (fromInteger 2) == fromInteger 0
odd n = rem n (fromInteger 2) /= fromInteger 0

gcd, lcm :: Integral a => a -> a -> a
gcd x y = go (abs x) (abs y)
  where
    go a b = case b == fromInteger 0 of
      True -> a
      False -> go b (rem a b)
lcm x y = case x == zero || y == zero of
  True -> zero
  False -> abs (quot x (gcd x y) * y)
  where
    zero = fromInteger 0

-- | By squaring, in GHC's order of multiplications, on which the last digit of a 'Double' depends.
(^) :: (Num a, Integral b) => a -> b -> a
x ^ n = case n < fromInteger 0 of
  True -> errorWithoutStackTrace "Negative exponent"
  False -> case n == fromInteger 0 of
    True -> fromInteger 1
    False -> power x n

power :: (Num a, Integral b) => a -> b -> a
power x n = case even n of
  True -> power (x * x) (quot n (fromInteger 2))
  False -> case n == fromInteger 1 of
    True -> x
    False -> powerTimes (x * x) (quot n (fromInteger 2)) x

powerTimes :: (Num a, Integral b) => a -> b -> a -> a
powerTimes x n acc = case even n of
  True -> powerTimes (x * x) (quot n (fromInteger 2)) acc
  False -> case n == fromInteger 1 of
    True -> x * acc
    False -> powerTimes (x * x) (quot n (fromInteger 2)) (x * acc)

(^^) :: (Fractional a, Integral b) => a -> b -> a
x ^^ n = case n >= fromInteger 0 of
  True -> x ^ n
  False -> recip (x ^ negate n)

fromIntegral :: (Integral a, Num b) => a -> b
fromIntegral n = fromInteger (toInteger n)

realToFrac :: (Real a, Fractional b) => a -> b
realToFrac x = fromRational (toRational x)
