{-# LANGUAGE BangPatterns, MagicHash, NoImplicitPrelude #-}
-- | Numbers with a point. They are taken apart by doubling and halving, which is exact, so that few
-- primitives are needed.
module Base.Float where

import Base.Char
import Base.Classes
import Base.Error
import Base.Function
import Base.List
import Base.Monad
import Base.Num
import Base.Show
import GHC.Num.Integer
import GHC.Prim
import GHC.Types

infixr 8 **

class Fractional a => Floating a where
  pi :: a
  exp, log, sqrt :: a -> a
  (**), logBase :: a -> a -> a
  sin, cos, tan, asin, acos, atan :: a -> a
  sinh, cosh, tanh, asinh, acosh, atanh :: a -> a
  log1p, expm1, log1pexp, log1mexp :: a -> a
  x ** y = exp (log x * y)
  logBase x y = log y / log x
  sqrt x = x ** recip (fromInteger 2)
  tan x = sin x / cos x
  tanh x = sinh x / cosh x
  log1p x = log (fromInteger 1 + x)
  expm1 x = exp x - fromInteger 1
  log1pexp x = log1p (exp x)
  log1mexp x = log1p (negate (exp x))

class (RealFrac a, Floating a) => RealFloat a where
  floatRadix :: a -> Integer
  floatDigits :: a -> Int
  floatRange :: a -> (Int, Int)
  decodeFloat :: a -> (Integer, Int)
  encodeFloat :: Integer -> Int -> a
  exponent :: a -> Int
  significand :: a -> a
  scaleFloat :: Int -> a -> a
  isNaN, isInfinite, isDenormalized, isNegativeZero, isIEEE :: a -> Bool
  atan2 :: a -> a -> a
  exponent x = case decodeFloat x of
    (m, n) -> case m == 0 of
      True -> 0
      False -> n + floatDigits x
  significand x = case decodeFloat x of (m, _) -> encodeFloat m (negate (floatDigits x))
  scaleFloat k x = case k == 0 || x == fromInteger 0 || isNaN x || isInfinite x of
    True -> x
    False -> case decodeFloat x of (m, n) -> encodeFloat m (n + k)
  atan2 y x
    | x > zero = atan (y / x)
    | x == zero && y > zero = pi / two
    | x < zero && y > zero = pi + atan (y / x)
    | (x <= zero && y < zero) || (x < zero && isNegativeZero y) || (isNegativeZero x && isNegativeZero y) =
        negate (atan2 (negate y) x)
    | y == zero && (x < zero || isNegativeZero x) = pi
    | x == zero && y == zero = y
    | otherwise = x + y
    where
      zero = fromInteger 0
      two = fromInteger 2

-- Double ------------------------------------------------------------------------------------------

instance Num Double where
  D# x + D# y = D# (x +## y)
  D# x - D# y = D# (x -## y)
  D# x * D# y = D# (x *## y)
  negate (D# x) = D# (negateDouble# x)
  abs (D# x) = D# (fabsDouble# x)
  signum x = case x > 0.0 of
    True -> 1.0
    False -> case x < 0.0 of
      True -> negate 1.0
      False -> x
  fromInteger n = D# (integerToDouble# n)

instance Fractional Double where
  D# x / D# y = D# (x /## y)
  recip x = 1.0 / x
  fromRational (n :% d) = rationalToDouble n d

instance Real Double where
  toRational x = case decodeFloat x of
    (m, e) -> case e >= 0 of
      True -> (m * twoTo e) :% 1
      False -> reduce m (twoTo (negate e))

instance RealFrac Double where
  properFraction x = case truncateDouble x of
    n -> (fromInteger n, case abs x < 4503599627370496.0 of True -> x - fromInteger n; False -> 0.0)
  truncate x = fromInteger (truncateDouble x)
  floor x = case truncateDouble x of
    n -> case fromInteger n > x of
      True -> fromInteger (n - 1)
      False -> fromInteger n
  ceiling x = case truncateDouble x of
    n -> case fromInteger n < x of
      True -> fromInteger (n + 1)
      False -> fromInteger n

instance Floating Double where
  pi = 3.141592653589793
  exp (D# x) = D# (expDouble# x)
  log (D# x) = D# (logDouble# x)
  sqrt (D# x) = D# (sqrtDouble# x)
  D# x ** D# y = D# (x **## y)
  sin (D# x) = D# (sinDouble# x)
  cos (D# x) = D# (cosDouble# x)
  tan (D# x) = D# (tanDouble# x)
  asin (D# x) = D# (asinDouble# x)
  acos (D# x) = D# (acosDouble# x)
  atan (D# x) = D# (atanDouble# x)
  sinh (D# x) = D# (sinhDouble# x)
  cosh (D# x) = D# (coshDouble# x)
  tanh (D# x) = D# (tanhDouble# x)
  asinh (D# x) = D# (asinhDouble# x)
  acosh (D# x) = D# (acoshDouble# x)
  atanh (D# x) = D# (atanhDouble# x)
  log1p (D# x) = D# (log1pDouble# x)
  expm1 (D# x) = D# (expm1Double# x)

instance RealFloat Double where
  floatRadix _ = 2
  floatDigits _ = 53
  floatRange _ = (negate 1021, 1024)
  decodeFloat x = decodeDouble x
  encodeFloat m e = encodeDouble m e
  isNaN x = not (x == x)
  isInfinite x = abs x == 1.0 / 0.0
  isDenormalized x = x /= 0.0 && abs x < 2.2250738585072014e-308
  isNegativeZero x = x == 0.0 && 1.0 / x < 0.0
  isIEEE _ = True

-- | The whole part. What does not fit the primitive is halved first.
truncateDouble :: Double -> Integer
truncateDouble x@(D# d)
  | abs x < 4611686018427387904.0 = integerFromInt# (double2Int# d)
  | isNaN x || isInfinite x = case decodeDouble x of (m, e) -> m * twoTo e
  | otherwise = 2 * truncateDouble (x / 2.0)

-- | Mantissa and exponent, with the mantissa of 53 bits. What is neither a number nor finite is
-- decoded as GHC does.
decodeDouble :: Double -> (Integer, Int)
decodeDouble x
  | x == 0.0 = (0, 0)
  | isNaN x = (negate 6755399441055744, 972)
  | isInfinite x = case x > 0.0 of
      True -> (4503599627370496, 972)
      False -> (negate 4503599627370496, 972)
  | otherwise = go x 0
  where
    go y e
      | abs y >= 9007199254740992.0 = go (y / 2.0) (e + 1)
      | abs y < 4503599627370496.0 = go (y * 2.0) (e - 1)
      | otherwise = (truncateDouble y, e)

-- | @m * 2^e@, rounded once.
encodeDouble :: Integer -> Int -> Double
encodeDouble m e = case e >= 0 of
  True -> case e > 1100 && m /= 0 of
    True -> fromInteger (signum m) / 0.0
    False -> rationalToDouble (m * twoTo e) 1
  False -> case e < negate 3000 of
    True -> fromInteger (signum m) * 0.0
    False -> rationalToDouble m (twoTo (negate e))

twoTo :: Int -> Integer
twoTo e = 2 ^ e

-- | The double nearest to a fraction. Small numbers are converted without loss, and a division
-- rounds once; otherwise the quotient is computed to 53 bits and rounded to the nearest, of two to
-- the even one.
rationalToDouble :: Integer -> Integer -> Double
rationalToDouble n d
  | d == 0 = fromInteger (signum n) / 0.0
  | abs n <= 9007199254740992 && d <= 9007199254740992 = fromInteger n / fromInteger d
  | n < 0 = negate (nearest 53 (negate 1074) (negate n) d)
  | otherwise = nearest 53 (negate 1074) n d

-- | A positive fraction as a number of so many bits that is a multiple of two to that power.
nearest :: Int -> Int -> Integer -> Integer -> Double
nearest bits least n d = scale (roundedQuotient (n * up) (d * down)) shift
  where
    guess = lengthInBits n - lengthInBits d - bits
    shift = case fits guess of
      True -> larger least guess
      False -> larger least (guess + 1)
    up = case shift < 0 of True -> twoTo (negate shift); False -> 1
    down = case shift > 0 of True -> twoTo shift; False -> 1
    larger a b = case a < b of True -> b; False -> a
    -- whether the quotient at this scale has no more than these bits
    fits s = case s >= 0 of
      True -> n < d * twoTo (s + bits)
      False -> n * twoTo (negate s) < d * twoTo bits

-- | The quotient, rounded to the nearest, of two to the even one.
roundedQuotient :: Integer -> Integer -> Integer
roundedQuotient n d = case quotRem n d of
  (q, r) -> case compare (r + r) d of
    LT -> q
    GT -> q + 1
    EQ -> case even q of
      True -> q
      False -> q + 1

lengthInBits :: Integer -> Int
lengthInBits n = go n 0
  where
    go k !size = case k == 0 of
      True -> size
      False -> go (quot k 2) (size + 1)

-- | A whole number of at most 53 bits times a power of two; exact, or infinite.
scale :: Integer -> Int -> Double
scale m e = go (fromInteger m) e
  where
    go x k
      | k > 971 = case m == 0 of True -> x; False -> 1.0 / 0.0
      | k > 0 = go (x * 2.0) (k - 1)
      | k < 0 = go (x / 2.0) (k + 1)
      | otherwise = x

instance Enum Double where
  succ x = x + 1.0
  pred x = x - 1.0
  toEnum (I# n) = D# (int2Double# n)
  fromEnum x = fromInteger (truncateDouble x)
  enumFrom x = numericEnumFrom x
  enumFromThen x y = numericEnumFromThen x y
  enumFromTo x y = numericEnumFromTo x y
  enumFromThenTo x y z = numericEnumFromThenTo x y z

-- Float -------------------------------------------------------------------------------------------

float2Double :: Float -> Double
float2Double (F# x) = D# (float2Double# x)

double2Float :: Double -> Float
double2Float (D# x) = F# (double2Float# x)

int2Double :: Int -> Double
int2Double (I# x) = D# (int2Double# x)

int2Float :: Int -> Float
int2Float (I# x) = F# (int2Float# x)

instance Num Float where
  F# x + F# y = F# (plusFloat# x y)
  F# x - F# y = F# (minusFloat# x y)
  F# x * F# y = F# (timesFloat# x y)
  negate (F# x) = F# (negateFloat# x)
  abs (F# x) = F# (fabsFloat# x)
  signum x = double2Float (signum (float2Double x))
  fromInteger n = F# (integerToFloat# n)

instance Fractional Float where
  F# x / F# y = F# (divideFloat# x y)
  fromRational (n :% d)
    | d == 0 = double2Float (fromInteger (signum n) / 0.0)
    | n < 0 = double2Float (negate (nearest 24 (negate 149) (negate n) d))
    | n == 0 = 0.0
    | otherwise = double2Float (nearest 24 (negate 149) n d)

instance Real Float where
  toRational x = toRational (float2Double x)

instance RealFrac Float where
  properFraction x = case properFraction (float2Double x) of (n, r) -> (n, double2Float r)

instance Floating Float where
  pi = 3.1415927
  exp x = double2Float (exp (float2Double x))
  log x = double2Float (log (float2Double x))
  sqrt x = double2Float (sqrt (float2Double x))
  x ** y = double2Float (float2Double x ** float2Double y)
  sin x = double2Float (sin (float2Double x))
  cos x = double2Float (cos (float2Double x))
  tan x = double2Float (tan (float2Double x))
  asin x = double2Float (asin (float2Double x))
  acos x = double2Float (acos (float2Double x))
  atan x = double2Float (atan (float2Double x))
  sinh x = double2Float (sinh (float2Double x))
  cosh x = double2Float (cosh (float2Double x))
  tanh x = double2Float (tanh (float2Double x))
  asinh x = double2Float (asinh (float2Double x))
  acosh x = double2Float (acosh (float2Double x))
  atanh x = double2Float (atanh (float2Double x))

instance RealFloat Float where
  floatRadix _ = 2
  floatDigits _ = 24
  floatRange _ = (negate 125, 128)
  decodeFloat x = case decodeDouble (float2Double x) of
    (m, e) -> case m == 0 of
      True -> (0, 0)
      False -> (quot m (twoTo 29), e + 29)
  encodeFloat m e = case e >= 0 of
    True -> fromRational ((m * twoTo e) :% 1)
    False -> fromRational (m :% twoTo (negate e))
  isNaN x = not (x == x)
  isInfinite x = isInfinite (float2Double x)
  isDenormalized x = x /= 0.0 && abs x < 1.17549435e-38
  isNegativeZero x = isNegativeZero (float2Double x)
  isIEEE _ = True

instance Enum Float where
  succ x = x + 1.0
  pred x = x - 1.0
  toEnum n = int2Float n
  fromEnum x = fromEnum (float2Double x)
  enumFrom x = numericEnumFrom x
  enumFromThen x y = numericEnumFromThen x y
  enumFromTo x y = numericEnumFromTo x y
  enumFromThenTo x y z = numericEnumFromThenTo x y z

-- Text --------------------------------------------------------------------------------------------

instance Show Double where
  showsPrec p x = showSignedFloat showFloat p x

instance Show Float where
  showsPrec p x = showSignedFloat showFloat p x

showSignedFloat :: RealFloat a => (a -> [Char] -> [Char]) -> Int -> a -> [Char] -> [Char]
showSignedFloat showPos p x = case x < fromInteger 0 || isNegativeZero x of
  True -> showParen (p > 6) (\s -> '-' : showPos (negate x) s)
  False -> showPos x

showFloat :: RealFloat a => a -> [Char] -> [Char]
showFloat x s = showFloatText x ++ s

-- | As a program would write it: with an exponent outside of 0.1 to 10 million.
showFloatText :: RealFloat a => a -> [Char]
showFloatText x
  | isNaN x = "NaN"
  | isInfinite x = case x < fromInteger 0 of True -> "-Infinity"; False -> "Infinity"
  | x < fromInteger 0 || isNegativeZero x = '-' : showFloatText (negate x)
  | otherwise = case floatToDigits 10 x of
      (ds, e) -> case e >= 0 && e <= 7 of
        True -> withPoint (map intToDigit ds) e
        False -> withExponent ds e

withPoint :: [Char] -> Int -> [Char]
withPoint ds e = case splitAt e (ds ++ replicate (e - length ds) '0') of
  (before, behind) -> orZero before ++ ('.' : orZero behind)

withExponent :: [Int] -> Int -> [Char]
withExponent ds e = case map intToDigit ds of
  d : more -> d : '.' : (orZero more ++ ('e' : show (e - 1)))
  [] -> []

orZero :: [Char] -> [Char]
orZero [] = "0"
orZero ds = ds

-- | With a point, and as many digits behind it as are asked for.
showFFloat :: RealFloat a => Maybe Int -> a -> [Char] -> [Char]
showFFloat places x s = fixed x ++ s
  where
    fixed y
      | isNaN y || isInfinite y = showFloatText y
      | y < fromInteger 0 || isNegativeZero y = '-' : fixed (negate y)
      | otherwise = case floatToDigits 10 y of (ds, e) -> showFixed places ds e

showFixed :: Maybe Int -> [Int] -> Int -> [Char]
showFixed Nothing ds e = case e <= 0 of
  True -> "0." ++ (replicate (negate e) '0' ++ map intToDigit ds)
  False -> withPoint (map intToDigit ds) e
showFixed (Just n) ds e = case e >= 0 of
  True -> case roundTo (count + e) ds of
    (carry, is) -> case splitAt (e + carry) (map intToDigit is) of (before, behind) -> pointed before behind
  False -> case roundTo count (replicate (negate e) 0 ++ ds) of
    (carry, is) -> case map intToDigit (case carry of 0 -> 0 : is; _ -> is) of
      d : behind -> pointed [d] behind
      [] -> []
  where
    count = case n < 0 of True -> 0; False -> n
    pointed before behind = orZero before ++ (case behind of [] -> ""; _ -> '.' : behind)

-- | The first digits, rounded half up, and one if there is a new digit in front of them.
roundTo :: Int -> [Int] -> (Int, [Int])
roundTo n digits = case go n True digits of
  (0, is) -> (0, is)
  (carry, is) -> (carry, 1 : is)
  where
    go k _ [] = (0, replicate k 0)
    go k evenBefore (d : ds) = case k == 0 of
      True -> (case d == 5 && evenBefore && all (== 0) ds || d < 5 of True -> 0; False -> 1, [])
      False -> case go (k - 1) (even d) ds of
        (c, is) -> case d + c == 10 of
          True -> (1, 0 : is)
          False -> (0, d + c : is)

-- | The shortest digits that are nearer to this number than to any other, and the power of the
-- base that they are a fraction of (Steele and White's algorithm, on whole numbers).
floatToDigits :: RealFloat a => Integer -> a -> ([Int], Int)
floatToDigits base x = case x == fromInteger 0 of
  True -> ([0], 0)
  False -> case decodeFloat x of (m, e) -> digitsFrom base (boundaries x m e)

-- | A number as @r / s@, with the distances to the middles between it and its neighbours.
data Scaled = Scaled Integer Integer Integer Integer

boundaries :: RealFloat a => a -> Integer -> Int -> Scaled
boundaries x m0 e0 = case e >= 0 of
  True -> case uneven of
    True -> Scaled (m * be * 4) 4 (be * 2) be
    False -> Scaled (m * be * 2) 2 be be
  False -> case e > least && uneven of
    True -> Scaled (m * 4) (twoTo (negate e + 2)) 2 1
    False -> Scaled (m * 2) (twoTo (negate e + 1)) 1 1
  where
    least = case floatRange x of (low, _) -> low - floatDigits x
    -- denormalised numbers have fewer bits than 'decodeFloat' says
    lost = case least > e0 of True -> least - e0; False -> 0
    m = quot m0 (twoTo lost)
    e = e0 + lost
    be = twoTo e
    uneven = m == twoTo (floatDigits x - 1)

digitsFrom :: Integer -> Scaled -> ([Int], Int)
digitsFrom base (Scaled r s up down) = (map fromInteger (go r' s' up' down'), k)
  where
    k = firstPower base r s up
    factor = base ^ (case k < 0 of True -> negate k; False -> k)
    (r', s', up', down') = case k >= 0 of
      True -> (r, s * factor, up, down)
      False -> (r * factor, s, up * factor, down * factor)
    go rn sn upN downN = case quotRem (rn * base) sn of
      (d, rest) ->
        let u = upN * base
            l = downN * base
         in case (rest < l, rest + u > sn) of
              (True, False) -> [d]
              (False, True) -> [d + 1]
              (True, True) -> case rest * 2 < sn of
                True -> [d]
                False -> [d + 1]
              (False, False) -> d : go rest sn u l

-- | The least power of the base that is not below the upper boundary.
firstPower :: Integer -> Integer -> Integer -> Integer -> Int
firstPower base r s up = case r + up > s of
  True -> rise 0 s
  False -> fall 0 (r + up)
  where
    rise k t = case r + up <= t of
      True -> k
      False -> rise (k + 1) (t * base)
    fall :: Int -> Integer -> Int
    fall k t = case t * base <= s of
      True -> fall (k - 1) (t * base)
      False -> k
