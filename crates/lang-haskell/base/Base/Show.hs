{-# LANGUAGE MagicHash, NoImplicitPrelude #-}
-- | Values as texts.
module Base.Show where

import Base.Char
import Base.Classes
import Base.Enum
import Base.Error
import Base.Function
import Base.List
import Base.Monad
import Base.Num
import GHC.Num.Natural (Natural)
import GHC.Num.Integer
import GHC.Prim
import GHC.Types

class Show a where
  showsPrec :: Int -> a -> [Char] -> [Char]
  show :: a -> [Char]
  showList :: [a] -> [Char] -> [Char]
  showsPrec _ x s = show x ++ s
  show x = showsPrec 0 x ""
  showList xs s = showList__ shows xs s

shows :: Show a => a -> [Char] -> [Char]
shows x = showsPrec 0 x

showChar :: Char -> [Char] -> [Char]
showChar = (:)

showString :: [Char] -> [Char] -> [Char]
showString = (++)

showParen :: Bool -> ([Char] -> [Char]) -> [Char] -> [Char]
showParen True p = \s -> '(' : p (')' : s)
showParen False p = p

showSpace, showCommaSpace :: [Char] -> [Char]
showSpace = \s -> ' ' : s
showCommaSpace = \s -> ", " ++ s

showList__ :: (a -> [Char] -> [Char]) -> [a] -> [Char] -> [Char]
showList__ _ [] s = "[]" ++ s
showList__ one (x : xs) s = '[' : one x (go xs)
  where
    go [] = ']' : s
    go (y : ys) = ',' : one y (go ys)

appPrec, appPrec1 :: Int
appPrec = 10
appPrec1 = 11

-- | The texts in parentheses, with commas between them.
showTuple :: [[Char] -> [Char]] -> [Char] -> [Char]
showTuple parts s = '(' : go parts
  where
    go [] = ')' : s
    go [p] = p (')' : s)
    go (p : ps) = p (',' : go ps)

-- Numbers -----------------------------------------------------------------------------------------

instance Show Int where
  showsPrec p n s = showSignedInt p n s
  show n = showSignedInt 0 n ""

showSignedInt :: Int -> Int -> [Char] -> [Char]
showSignedInt p (I# n) s = showSignedInteger p (integerFromInt# n) s

showSignedInteger :: Int -> Integer -> [Char] -> [Char]
showSignedInteger p n s = case n < 0 of
  True -> case p > 6 of
    True -> '(' : '-' : digitsOf (negate n) (')' : s)
    False -> '-' : digitsOf (negate n) s
  False -> digitsOf n s

-- | The decimal digits of a number that is not negative, before a text.
digitsOf :: Integer -> [Char] -> [Char]
digitsOf n s = case n < 10 of
  True -> digit n : s
  False -> digitsOf (integerQuot n 10) (digit (integerRem n 10) : s)
  where
    digit d = C# (chr# (48# +# integerToInt# d))

instance Show Integer where
  showsPrec p n s = showSignedInteger p n s
  show n = showSignedInteger 0 n ""

instance Show Natural where
  showsPrec p n s = showSignedInteger p (integerFromNatural n) s

instance Show Word where
  showsPrec p n s = showSignedInteger p (toInteger n) s

instance Show a => Show (Ratio a) where
  showsPrec p (n :% d) =
    showParen (p > 7) (\s -> showsPrec 8 n (" % " ++ showsPrec 8 d s))

-- Characters --------------------------------------------------------------------------------------

instance Show Char where
  showsPrec _ '\'' = \s -> "'\\''" ++ s
  showsPrec _ c = \s -> '\'' : showLitChar c ('\'' : s)
  showList cs = \s -> '"' : showLitString cs ('"' : s)

showLitChar :: Char -> [Char] -> [Char]
showLitChar c s
  | c > '\DEL' = '\\' : protectEsc isDigit (digitsOf (toInteger (ord c))) s
  | c == '\DEL' = "\\DEL" ++ s
  | c == '\\' = "\\\\" ++ s
  | c >= ' ' = c : s
  | c == '\a' = "\\a" ++ s
  | c == '\b' = "\\b" ++ s
  | c == '\f' = "\\f" ++ s
  | c == '\n' = "\\n" ++ s
  | c == '\r' = "\\r" ++ s
  | c == '\t' = "\\t" ++ s
  | c == '\v' = "\\v" ++ s
  | c == '\SO' = protectEsc (== 'H') (\t -> "\\SO" ++ t) s
  | otherwise = '\\' : ((asciiNames !! ord c) ++ s)

-- | Keeps an escape apart from a text that would continue it.
protectEsc :: (Char -> Bool) -> ([Char] -> [Char]) -> [Char] -> [Char]
protectEsc continues escape s = escape (apart s)
  where
    apart t = case t of
      c : _ | continues c -> "\\&" ++ t
      _ -> t

asciiNames :: [[Char]]
asciiNames =
  [ "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR"
  , "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC"
  , "FS", "GS", "RS", "US", "SP" ]

showLitString :: [Char] -> [Char] -> [Char]
showLitString [] s = s
showLitString ('"' : cs) s = '\\' : '"' : showLitString cs s
showLitString (c : cs) s = showLitChar c (showLitString cs s)

-- Data --------------------------------------------------------------------------------------------

instance Show a => Show [a] where
  showsPrec _ xs s = showList xs s

instance Show Bool where
  showsPrec _ True s = "True" ++ s
  showsPrec _ False s = "False" ++ s

instance Show Ordering where
  showsPrec _ LT s = "LT" ++ s
  showsPrec _ EQ s = "EQ" ++ s
  showsPrec _ GT s = "GT" ++ s

instance Show () where
  showsPrec _ () s = "()" ++ s

instance Show a => Show (Maybe a) where
  showsPrec _ Nothing = \s -> "Nothing" ++ s
  showsPrec p (Just x) = showApplied p "Just " x

instance (Show a, Show b) => Show (Either a b) where
  showsPrec p (Left x) = showApplied p "Left " x
  showsPrec p (Right x) = showApplied p "Right " x

-- | A constructor with one argument.
showApplied :: Show a => Int -> [Char] -> a -> [Char] -> [Char]
showApplied p con x = showParen (p > 10) (\s -> con ++ showsPrec 11 x s)

-- | A constructor with one field that has a name.
showRecord :: Show a => Int -> [Char] -> a -> [Char] -> [Char]
showRecord p start x = showParen (p > 10) (\s -> start ++ showsPrec 0 x ('}' : s))

instance Show a => Show (NonEmpty a) where
  showsPrec p (x :| xs) =
    showParen (p > 5) (\s -> showsPrec 6 x (" :| " ++ showsPrec 6 xs s))

instance Show a => Show (Identity a) where
  showsPrec p (Identity x) = showApplied p "Identity " x

instance Show a => Show (Const a b) where
  showsPrec p (Const x) = showApplied p "Const " x

instance Show a => Show (Down a) where
  showsPrec p (Down x) = showApplied p "Down " x

instance Show (Proxy t) where
  showsPrec _ _ s = "Proxy" ++ s

instance Show Void where
  showsPrec _ v = absurd v

instance (Show a, Show b) => Show (a, b) where
  showsPrec _ (a, b) = showTuple [shows a, shows b]

instance (Show a, Show b, Show c) => Show (a, b, c) where
  showsPrec _ (a, b, c) = showTuple [shows a, shows b, shows c]

instance (Show a, Show b, Show c, Show d) => Show (a, b, c, d) where
  showsPrec _ (a, b, c, d) = showTuple [shows a, shows b, shows c, shows d]

instance (Show a, Show b, Show c, Show d, Show e) => Show (a, b, c, d, e) where
  showsPrec _ (a, b, c, d, e) = showTuple [shows a, shows b, shows c, shows d, shows e]

instance (Show a, Show b, Show c, Show d, Show e, Show f) => Show (a, b, c, d, e, f) where
  showsPrec _ (a, b, c, d, e, f) =
    showTuple [shows a, shows b, shows c, shows d, shows e, shows f]

instance (Show a, Show b, Show c, Show d, Show e, Show f, Show g) => Show (a, b, c, d, e, f, g) where
  showsPrec _ (a, b, c, d, e, f, g) =
    showTuple [shows a, shows b, shows c, shows d, shows e, shows f, shows g]

-- Numeric -----------------------------------------------------------------------------------------

showSigned :: Real a => (a -> [Char] -> [Char]) -> Int -> a -> [Char] -> [Char]
showSigned showPos p x = case x < fromInteger 0 of
  True -> showParen (p > 6) (\s -> '-' : showPos (negate x) s)
  False -> showPos x

showInt :: Integral a => a -> [Char] -> [Char]
showInt n s = case n < fromInteger 0 of
  True -> errorWithoutStackTrace "Numeric.showInt: can't show negative numbers"
  False -> digitsOf (toInteger n) s

showIntAtBase :: (Integral a, Show a) => a -> (Int -> Char) -> a -> [Char] -> [Char]
showIntAtBase base toDigit n s = case n < fromInteger 0 of
  True -> errorWithoutStackTrace ("Numeric.showIntAtBase: applied to negative number " ++ show n)
  False -> go n s
  where
    go k t = case k < base of
      True -> toDigit (fromIntegral k) : t
      False -> go (quot k base) (toDigit (fromIntegral (rem k base)) : t)

showHex, showOct :: (Integral a, Show a) => a -> [Char] -> [Char]
showHex n = showIntAtBase (fromInteger 16) intToDigit n
showOct n = showIntAtBase (fromInteger 8) intToDigit n
