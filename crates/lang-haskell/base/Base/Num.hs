{-# LANGUAGE MagicHash, NoImplicitPrelude #-}
-- | Numbers.
module Base.Num where

import Base.Classes
import Base.Error
import Base.Function
import GHC.Num.Integer
import GHC.Prim
import GHC.Types

infixr 8 ^
infixl 7 *, /, `quot`, `rem`, `div`, `mod`, %
infixl 6 +, -

class Num a where
  (+), (-), (*) :: a -> a -> a
  negate, abs, signum :: a -> a
  fromInteger :: Integer -> a
  x - y = x + negate y
  negate x = fromInteger (IS 0#) - x

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
  succ x = toEnum (fromEnum x + I# 1#)
  pred x = toEnum (fromEnum x - I# 1#)
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
      True -> (q - fromInteger (IS 1#), r + y)
      False -> qr

class Num a => Fractional a where
  (/) :: a -> a -> a
  recip :: a -> a
  fromRational :: Rational -> a
  recip x = fromInteger (IS 1#) / x
  x / y = x * recip y

class (Real a, Fractional a) => RealFrac a where
  properFraction :: Integral b => a -> (b, a)
  truncate, round, ceiling, floor :: Integral b => a -> b
  truncate x = fst (properFraction x)
  floor x = case properFraction x of
    (n, r) -> case r < fromInteger (IS 0#) of
      True -> n - fromInteger (IS 1#)
      False -> n
  ceiling x = case properFraction x of
    (n, r) -> case r > fromInteger (IS 0#) of
      True -> n + fromInteger (IS 1#)
      False -> n
  round x = floor (x + recip (fromInteger (IS 2#)))

data Ratio a = !a :% !a

type Rational = Ratio Integer

mapInts :: (Int -> a) -> [Int] -> [a]
mapInts _ [] = []
mapInts f (x : xs) = f x : mapInts f xs

instance Num Int where
  I# x + I# y = I# (x +# y)
  I# x - I# y = I# (x -# y)
  I# x * I# y = I# (x *# y)
  negate (I# x) = I# (negateInt# x)
  abs n = case n < I# 0# of
    True -> negate n
    False -> n
  signum n = case n < I# 0# of
    True -> I# -1#
    False -> case n == I# 0# of
      True -> I# 0#
      False -> I# 1#
  fromInteger n = I# (integerToInt# n)

instance Real Int where
  toRational (I# x) = integerFromInt# x :% IS 1#

instance Bounded Int where
  minBound = I# -9223372036854775808#
  maxBound = I# 9223372036854775807#

instance Enum Int where
  succ x = x + I# 1#
  pred x = x - I# 1#
  toEnum x = x
  fromEnum x = x
  enumFrom x = x : enumFrom (x + I# 1#)
  enumFromTo x y = case x > y of
    True -> []
    False -> x : enumFromTo (x + I# 1#) y
  enumFromThen x y = x : enumFromThen y (y + y - x)
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

instance Integral Int where
  quot x@(I# a) y@(I# b) = case y == I# 0# of
    True -> divZeroError
    False -> I# (quotInt# a b)
  rem x@(I# a) y@(I# b) = case y == I# 0# of
    True -> divZeroError
    False -> I# (remInt# a b)
  div (I# a) y@(I# b) = case y == I# 0# of
    True -> divZeroError
    False -> I# (integerToInt# (integerDiv (integerFromInt# a) (integerFromInt# b)))
  mod (I# a) y@(I# b) = case y == I# 0# of
    True -> divZeroError
    False -> I# (integerToInt# (integerMod (integerFromInt# a) (integerFromInt# b)))
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger (I# x) = integerFromInt# x

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
  abs x = case integerLt x (IS 0#) of
    True -> integerNegate x
    False -> x
  signum x = case integerLt x (IS 0#) of
    True -> IS -1#
    False -> case integerEq x (IS 0#) of
      True -> IS 0#
      False -> IS 1#
  fromInteger x = x

instance Real Integer where
  toRational x = x :% IS 1#

instance Enum Integer where
  succ x = x + IS 1#
  pred x = x - IS 1#
  toEnum (I# x) = integerFromInt# x
  fromEnum x = I# (integerToInt# x)
  enumFrom x = x : enumFrom (x + IS 1#)
  enumFromTo x y = upFrom x (IS 1#) y
  enumFromThen x y = x : enumFromThen y (y + y - x)
  enumFromThenTo x y z = case y >= x of
    True -> upFrom x (y - x) z
    False -> downFrom x (y - x) z

instance Integral Integer where
  quot x y = case y == IS 0# of True -> divZeroError; False -> integerQuot x y
  rem x y = case y == IS 0# of True -> divZeroError; False -> integerRem x y
  div x y = case y == IS 0# of True -> divZeroError; False -> integerDiv x y
  mod x y = case y == IS 0# of True -> divZeroError; False -> integerMod x y
  quotRem x y = (quot x y, rem x y)
  divMod x y = (div x y, mod x y)
  toInteger x = x

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

instance Num Double where
  D# x + D# y = D# (x +## y)
  D# x - D# y = D# (x -## y)
  D# x * D# y = D# (x *## y)
  negate (D# x) = D# (negateDouble# x)
  abs x = case x < D# 0.0## of
    True -> negate x
    False -> x
  signum x = case x < D# 0.0## of
    True -> D# -1.0##
    False -> case x == D# 0.0## of
      True -> x
      False -> D# 1.0##
  fromInteger n = D# (integerToDouble# n)

instance Fractional Double where
  D# x / D# y = D# (x /## y)
  fromRational (n :% d) = fromInteger n / fromInteger d

instance Real Double where
  toRational x = unsupportedRational x

unsupportedRational :: a -> Rational
unsupportedRational _ = errorWithoutStackTrace "toRational of a floating-point number"

instance RealFrac Double where
  properFraction x@(D# d) =
    let n = I# (double2Int# d) in (fromIntegral n, x - fromIntegral n)

instance Enum Double where
  toEnum (I# n) = D# (int2Double# n)
  fromEnum (D# d) = I# (double2Int# d)
  enumFromTo x y = upFrom x (D# 1.0##) (y + D# 0.5##)
  enumFrom x = x : enumFrom (x + D# 1.0##)

instance Eq a => Eq (Ratio a) where
  (a :% b) == (c :% d) = a == c && b == d

instance Integral a => Ord (Ratio a) where
  (a :% b) <= (c :% d) = a * d <= c * b
  compare (a :% b) (c :% d) = compare (a * d) (c * b)

instance Integral a => Num (Ratio a) where
  (a :% b) + (c :% d) = reduce (a * d + c * b) (b * d)
  (a :% b) - (c :% d) = reduce (a * d - c * b) (b * d)
  (a :% b) * (c :% d) = reduce (a * c) (b * d)
  negate (a :% b) = negate a :% b
  abs (a :% b) = abs a :% b
  signum (a :% _) = signum a :% fromInteger (IS 1#)
  fromInteger n = fromInteger n :% fromInteger (IS 1#)

instance Integral a => Fractional (Ratio a) where
  (a :% b) / (c :% d) = (a * d) % (b * c)
  fromRational (n :% d) = fromInteger n % fromInteger d

instance Integral a => Real (Ratio a) where
  toRational (a :% b) = toInteger a :% toInteger b

reduce :: Integral a => a -> a -> Ratio a
reduce x y = let d = gcd x y in quot x d :% quot y d

(%) :: Integral a => a -> a -> Ratio a
x % y = reduce (x * signum y) (abs y)

numerator, denominator :: Ratio a -> a
numerator (x :% _) = x
denominator (_ :% y) = y

subtract :: Num a => a -> a -> a
subtract x y = y - x

even, odd :: Integral a => a -> Bool
even n = rem n (fromInteger (IS 2#)) == fromInteger (IS 0#)
odd n = not (even n)

gcd, lcm :: Integral a => a -> a -> a
gcd x y = go (abs x) (abs y)
  where
    go a b = case b == fromInteger (IS 0#) of
      True -> a
      False -> go b (rem a b)
lcm x y = case x == zero || y == zero of
  True -> zero
  False -> abs (quot x (gcd x y) * y)
  where
    zero = fromInteger (IS 0#)

(^) :: (Num a, Integral b) => a -> b -> a
x ^ n = case compare n (fromInteger (IS 0#)) of
  LT -> errorWithoutStackTrace "Negative exponent"
  EQ -> fromInteger (IS 1#)
  GT -> x * (x ^ (n - fromInteger (IS 1#)))

fromIntegral :: (Integral a, Num b) => a -> b
fromIntegral n = fromInteger (toInteger n)

realToFrac :: (Real a, Fractional b) => a -> b
realToFrac x = fromRational (toRational x)

instance Enum Char where
  toEnum (I# n) = C# (chr# n)
  fromEnum (C# c) = I# (ord# c)
  enumFrom c = enumFromTo c maxBound

instance Bounded Char where
  minBound = '\0'
  maxBound = '\1114111'

ord :: Char -> Int
ord (C# c) = I# (ord# c)

chr :: Int -> Char
chr n@(I# i) = case n < I# 0# || n > I# 1114111# of
  True -> errorWithoutStackTrace "Prelude.chr: bad argument"
  False -> C# (chr# i)

unsafeChr :: Int -> Char
unsafeChr (I# i) = C# (chr# i)

instance Enum Bool where
  toEnum n = case n == I# 0# of
    True -> False
    False -> case n == I# 1# of
      True -> True
      False -> errorWithoutStackTrace "Prelude.Enum.Bool.toEnum: bad argument"
  fromEnum False = I# 0#
  fromEnum True = I# 1#
  enumFrom x = enumFromTo x True
  enumFromThen x y = enumFromThenTo x y (x <= y)

instance Bounded Bool where
  minBound = False
  maxBound = True

instance Enum Ordering where
  toEnum n = case n == I# 0# of
    True -> LT
    False -> case n == I# 1# of
      True -> EQ
      False -> GT
  fromEnum LT = I# 0#
  fromEnum EQ = I# 1#
  fromEnum GT = I# 2#
  enumFrom x = enumFromTo x GT

instance Bounded Ordering where
  minBound = LT
  maxBound = GT

instance Enum () where
  toEnum _ = ()
  fromEnum _ = I# 0#
  enumFrom _ = [()]

instance Bounded () where
  minBound = ()
  maxBound = ()

instance (Bounded a, Bounded b) => Bounded (a, b) where
  minBound = (minBound, minBound)
  maxBound = (maxBound, maxBound)

boundedEnumFrom :: (Enum a, Bounded a) => a -> [a]
boundedEnumFrom n = mapInts toEnum (enumFromTo (fromEnum n) (fromEnum (maxBound `asTypeOf` n)))
