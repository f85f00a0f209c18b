-- | Numbers, ours and GHC's.
module Numbers (checks) where

import qualified Base.Bits as B
import qualified Base.Classes as B
import qualified Base.Enum as B
import qualified Base.Float as B
import qualified Base.Num as B
import qualified Data.Bits as R
import qualified Numeric as R
import Data.Ratio ((%))
import Same

checks :: [Same]
checks =
  concatMap onInts (pairsOf [-7, -3, -1, 0, 1, 2, 3, 7, 64])
    ++ concatMap onIntegers (pairsOf [-(2 ^ (70 :: Int)), -7, -1, 0, 1, 2, 3, 12345678901234567890])
    ++ concatMap onWords (pairsOf [0, 1, 2, 3, 7, maxBound])
    ++ concatMap onDouble doubles
    ++ concatMap onDoubles (pairsOf doubles)
    ++ concatMap onFloat [0, 1, -1.5, 3.14159, 1e10, 1e-10, 16777217]
    ++ concatMap onRatios (pairsOf [(1, 2), (-3, 4), (0, 1), (5, 1), (7, 3)])
    ++ enumerations
  where
    pairsOf xs = [(x, y) | x <- xs, y <- xs]

doubles :: [Double]
doubles =
  [0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 1 / 3, 3.141592653589793, 1e7, 9999999, 123456.789, 0.099, 1e21, 1e22
  , 5.0e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 4.35, 1e100, 9007199254740993, -1e-5, 1 / 0, -1 / 0, 0 / 0, -0.0]

onInts :: (Int, Int) -> [Same]
onInts (x, y) =
  [ same "Int +" (x B.+ y) (x + y)
  , same "Int -" (x B.- y) (x - y)
  , same "Int *" (x B.* y) (x * y)
  , same "Int quot" (B.quot x y) (quot x y)
  , same "Int rem" (B.rem x y) (rem x y)
  , same "Int div" (B.div x y) (div x y)
  , same "Int mod" (B.mod x y) (mod x y)
  , same "Int quotRem" (B.quotRem x y) (quotRem x y)
  , same "Int divMod" (B.divMod x y) (divMod x y)
  , same "Int divMod to its head" (seq (B.divMod x y) ()) (seq (divMod x y) ())
  , same "Int gcd" (B.gcd x y) (gcd x y)
  , same "Int lcm" (B.lcm x y) (lcm x y)
  , same "Int ^" (x B.^ y) (x ^ y)
  , same "Int compare" (B.compare x y) (compare x y)
  , same "Int max" (B.max x y) (max x y)
  , same "Int min" (B.min x y) (min x y)
  , same "Int even" (B.even x) (even x)
  , same "Int odd" (B.odd x) (odd x)
  , same "Int abs" (B.abs x) (abs x)
  , same "Int signum" (B.signum x) (signum x)
  , same "Int .&." (x B..&. y) (x R..&. y)
  , same "Int .|." (x B..|. y) (x R..|. y)
  , same "Int xor" (B.xor x y) (R.xor x y)
  , same "Int shift" (B.shift x y) (R.shift x y)
  , same "Int shiftL" (B.shiftL x y) (R.shiftL x y)
  , same "Int shiftR" (B.shiftR x y) (R.shiftR x y)
  , same "Int rotate" (B.rotate x y) (R.rotate x y)
  , same "Int popCount" (B.popCount x) (R.popCount x)
  , same "Int testBit" (B.testBit x (abs y)) (R.testBit x (abs y))
  , same "Int countLeadingZeros" (B.countLeadingZeros x) (R.countLeadingZeros x)
  , same "Int countTrailingZeros" (B.countTrailingZeros x) (R.countTrailingZeros x)
  , same "Int enumFromTo" (B.enumFromTo x y) [x .. y]
  , same "Int enumFromThen" (B.enumFromThen x y) [x, y ..]
  , same "Int enumFromThenTo" (B.enumFromThenTo x y 9) [x, y .. 9]
  , same "Int enumFromThenTo down" (B.enumFromThenTo x y (-9)) [x, y .. -9]
  , same "Int to Double" (B.fromIntegral x :: Double) (fromIntegral x)
  ]

onIntegers :: (Integer, Integer) -> [Same]
onIntegers (x, y) =
  [ same "Integer +" (x B.+ y) (x + y)
  , same "Integer *" (x B.* y) (x * y)
  , same "Integer quot" (B.quot x y) (quot x y)
  , same "Integer mod" (B.mod x y) (mod x y)
  , same "Integer divMod" (B.divMod x y) (divMod x y)
  , same "Integer gcd" (B.gcd x y) (gcd x y)
  , same "Integer compare" (B.compare x y) (compare x y)
  , same "Integer signum" (B.signum x) (signum x)
  , same "Integer to Int" (B.fromInteger x :: Int) (fromInteger x)
  , same "Integer to Word" (B.fromInteger x :: Word) (fromInteger x)
  , same "Integer to Double" (B.fromInteger x :: Double) (fromInteger x)
  , same "Integer enumFromThenTo" (B.enumFromThenTo x (x + 3) (x + 10)) [x, x + 3 .. x + 10]
  , same "Integer .&." (x B..&. y) (x R..&. y)
  , same "Integer popCount" (B.popCount x) (R.popCount x)
  , same "Integer shiftR" (B.shiftR x 3) (R.shiftR x 3)
  , same "Rational to Double" (B.fromRational (B.reduce x (abs y + 1)) :: Double) (fromRational (x % (abs y + 1)))
  , same "Rational to Float" (B.fromRational (B.reduce x (abs y + 1)) :: Float) (fromRational (x % (abs y + 1)))
  ]

onWords :: (Word, Word) -> [Same]
onWords (x, y) =
  [ same "Word +" (x B.+ y) (x + y)
  , same "Word -" (x B.- y) (x - y)
  , same "Word *" (x B.* y) (x * y)
  , same "Word quotRem" (B.quotRem x y) (quotRem x y)
  , same "Word compare" (B.compare x y) (compare x y)
  , same "Word toInteger" (B.toInteger x) (toInteger x)
  , same "Word enumFromTo" (B.enumFromTo x (min 9 y)) [x .. min 9 y]
  ]

onDouble :: Double -> [Same]
onDouble x =
  [ same "Double negate" (B.negate x) (negate x)
  , same "Double abs" (B.abs x) (abs x)
  , same "Double signum" (B.signum x) (signum x)
  , same "Double recip" (B.recip x) (recip x)
  , same "Double sqrt" (B.sqrt x) (sqrt x)
  , same "Double exp" (B.exp x) (exp x)
  , same "Double log" (B.log x) (log x)
  , same "Double sin" (B.sin x) (sin x)
  , same "Double atan" (B.atan x) (atan x)
  , same "Double isNaN" (B.isNaN x) (isNaN x)
  , same "Double isInfinite" (B.isInfinite x) (isInfinite x)
  , same "Double isNegativeZero" (B.isNegativeZero x) (isNegativeZero x)
  , same "Double isDenormalized" (B.isDenormalized x) (isDenormalized x)
  , same "Double decodeFloat" (B.decodeFloat x) (decodeFloat x)
  , same "Double exponent" (B.exponent x) (exponent x)
  , same "Double significand" (B.significand x) (significand x)
  , same "Double truncate" (B.truncate x :: Integer) (truncate x)
  , same "Double round" (B.round x :: Integer) (round x)
  , same "Double floor" (B.floor x :: Integer) (floor x)
  , same "Double ceiling" (B.ceiling x :: Integer) (ceiling x)
  , same "Double toRational" (B.toRational x) (toRational x)
  ]
    ++ [same "Double floatToDigits" (B.floatToDigits 10 (abs x)) (R.floatToDigits 10 (abs x)) | not (isNaN x)]

onDoubles :: (Double, Double) -> [Same]
onDoubles (x, y) =
  [ same "Double +" (x B.+ y) (x + y)
  , same "Double -" (x B.- y) (x - y)
  , same "Double *" (x B.* y) (x * y)
  , same "Double /" (x B./ y) (x / y)
  , same "Double **" (x B.** y) (x ** y)
  , same "Double ==" (x B.== y) (x == y)
  , same "Double <" (x B.< y) (x < y)
  , same "Double >=" (x B.>= y) (x >= y)
  , same "Double compare" (B.compare x y) (compare x y)
  , same "Double max" (B.max x y) (max x y)
  , same "Double atan2" (B.atan2 x y) (atan2 x y)
  , same "Double ^" (x B.^ (13 :: Int)) (x ^ (13 :: Int))
  , same "Double ^^" (x B.^^ (-3 :: Int)) (x ^^ (-3 :: Int))
  , same "Double enumFromThenTo" (B.enumFromThenTo x (x + 0.3) (x + 2)) [x, x + 0.3 .. x + 2]
  , same "Double enumFromTo" (B.enumFromTo x (x + 2)) [x .. x + 2]
  ]

onFloat :: Float -> [Same]
onFloat x =
  [ same "Float +" (x B.+ 1.1) (x + 1.1)
  , same "Float /" (x B./ 3) (x / 3)
  , same "Float sqrt" (B.sqrt x) (sqrt x)
  , same "Float truncate" (B.truncate x :: Int) (truncate x)
  , same "Float round" (B.round x :: Int) (round x)
  , same "Float toRational" (B.toRational x) (toRational x)
  , same "Float decodeFloat" (B.decodeFloat x) (decodeFloat x)
  , same "Float to Double" (B.realToFrac x :: Double) (realToFrac x)
  ]

onRatios :: ((Integer, Integer), (Integer, Integer)) -> [Same]
onRatios ((a, b), (c, d)) =
  [ same "Ratio +" (x B.+ y) (p + q)
  , same "Ratio -" (x B.- y) (p - q)
  , same "Ratio *" (x B.* y) (p * q)
  , same "Ratio /" (x B./ y) (p / q)
  , same "Ratio compare" (B.compare x y) (compare p q)
  , same "Ratio recip" (B.recip x) (recip p)
  , same "Ratio truncate" (B.truncate x :: Integer) (truncate p)
  , same "Ratio round" (B.round x :: Integer) (round p)
  , same "Ratio floor" (B.floor x :: Integer) (floor p)
  , same "Ratio enumFromTo" (B.enumFromTo x y) [p .. q]
  ]
  where
    (x, y) = (a B.% b, c B.% d)
    (p, q) = (a % b, c % d)

enumerations :: [Same]
enumerations =
  [ same "Bool enumFrom" (B.enumFrom False) [False ..]
  , same "Bool succ" (B.succ True) (succ True)
  , same "Ordering enumFromThen" (B.enumFromThen GT EQ) [GT, EQ ..]
  , same "Char enumFromTo" (B.enumFromTo 'a' 'k') ['a' .. 'k']
  , same "Char enumFromThenTo" (B.enumFromThenTo 'z' 'x' 'p') ['z', 'x' .. 'p']
  , same "Char chr" (B.chr 1114112) (toEnum 1114112)
  , same "Int enumFrom at the end" (B.enumFrom (maxBound - 2 :: Int)) [maxBound - 2 ..]
  , same "Int enumFromTo at the end" (B.enumFromTo (maxBound - 2) (maxBound :: Int)) [maxBound - 2 .. maxBound]
  , same "Int enumFromThenTo at the end" (B.enumFromThenTo (maxBound - 5) (maxBound - 3) (maxBound :: Int)) [maxBound - 5, maxBound - 3 .. maxBound]
  , same "Int succ at the end" (B.succ (maxBound :: Int)) (succ maxBound)
  , same "Int bounds" (B.minBound :: Int, B.maxBound :: Int) (minBound, maxBound)
  , same "Word pred" (B.pred (0 :: Word)) (pred 0)
  , same "unit" (B.enumFrom ()) [() ..]
  , same "pairs" (B.maxBound :: (Bool, Ordering)) maxBound
  ]
