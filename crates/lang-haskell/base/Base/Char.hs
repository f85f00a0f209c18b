{-# LANGUAGE ForeignFunctionInterface, GADTs, NoImplicitPrelude #-}
-- | Characters and texts. ASCII is decided here; what lies beyond is asked of GHC's tables, which
-- only GHC has: the machine stops there and says so.
module Base.Char where

import Base.Classes
import Base.Enum
import Base.Error
import Base.Function
import Base.List
import Base.Monad
import Base.Num
import GHC.Types

foreign import ccall unsafe "u_iswalpha" iswalpha :: Int -> Int
foreign import ccall unsafe "u_iswalnum" iswalnum :: Int -> Int
foreign import ccall unsafe "u_iswupper" iswupper :: Int -> Int
foreign import ccall unsafe "u_iswlower" iswlower :: Int -> Int
foreign import ccall unsafe "u_iswcntrl" iswcntrl :: Int -> Int
foreign import ccall unsafe "u_iswprint" iswprint :: Int -> Int
foreign import ccall unsafe "u_towupper" towupper :: Int -> Int
foreign import ccall unsafe "u_towlower" towlower :: Int -> Int
foreign import ccall unsafe "u_towtitle" towtitle :: Int -> Int
foreign import ccall unsafe "u_gencat" gencat :: Int -> Int

-- | Decides for ASCII by the first, and asks the table otherwise.
inTable :: (Char -> Bool) -> (Int -> Int) -> Char -> Bool
inTable ascii table c = case isAscii c of
  True -> ascii c
  False -> table (ord c) /= 0

between :: Char -> Char -> Char -> Bool
between low high c = low <= c && c <= high

isAscii, isLatin1, isAsciiUpper, isAsciiLower, isDigit, isOctDigit, isHexDigit :: Char -> Bool
isAscii c = c <= '\127'
isLatin1 c = c <= '\255'
isAsciiUpper c = between 'A' 'Z' c
isAsciiLower c = between 'a' 'z' c
isDigit c = between '0' '9' c
isOctDigit c = between '0' '7' c
isHexDigit c = isDigit c || between 'A' 'F' c || between 'a' 'f' c

isSpace, isUpper, isLower, isAlpha, isLetter, isAlphaNum, isControl, isPrint :: Char -> Bool
isSpace c = case c <= '\127' of
  True -> c == ' ' || between '\t' '\r' c
  False -> c == '\160' || c > '\886' && isWideSpace c
isUpper c = inTable isAsciiUpper iswupper c
isLower c = inTable isAsciiLower iswlower c
isAlpha c = inTable (\a -> isAsciiLower a || isAsciiUpper a) iswalpha c
isLetter c = isAlpha c
isAlphaNum c = inTable (\a -> isAsciiLower a || isAsciiUpper a || isDigit a) iswalnum c
isControl c = inTable (\a -> a < ' ' || a == '\127') iswcntrl c
isPrint c = inTable (between ' ' '~') iswprint c

-- | The spaces of Unicode that are no Latin ones.
isWideSpace :: Char -> Bool
isWideSpace c =
  c == '\5760' || between '\8192' '\8202' c || c == '\8239' || c == '\8287' || c == '\12288'

toUpper, toLower, toTitle :: Char -> Char
toUpper c = case isAscii c of
  True -> case isAsciiLower c of
    True -> unsafeChr (ord c - 32)
    False -> c
  False -> unsafeChr (towupper (ord c))
toLower c = case isAscii c of
  True -> case isAsciiUpper c of
    True -> unsafeChr (ord c + 32)
    False -> c
  False -> unsafeChr (towlower (ord c))
toTitle c = case isAscii c of
  True -> toUpper c
  False -> unsafeChr (towtitle (ord c))

data GeneralCategory
  = UppercaseLetter
  | LowercaseLetter
  | TitlecaseLetter
  | ModifierLetter
  | OtherLetter
  | NonSpacingMark
  | SpacingCombiningMark
  | EnclosingMark
  | DecimalNumber
  | LetterNumber
  | OtherNumber
  | ConnectorPunctuation
  | DashPunctuation
  | OpenPunctuation
  | ClosePunctuation
  | InitialQuote
  | FinalQuote
  | OtherPunctuation
  | MathSymbol
  | CurrencySymbol
  | ModifierSymbol
  | OtherSymbol
  | Space
  | LineSeparator
  | ParagraphSeparator
  | Control
  | Format
  | Surrogate
  | PrivateUse
  | NotAssigned

-- | The number of a category in the table above.
generalCategoryNumber :: Char -> Int
generalCategoryNumber c
  | isAscii c = asciiCategory c
  | otherwise = gencat (ord c)

asciiCategory :: Char -> Int
asciiCategory c
  | c < ' ' = 25
  | c == ' ' = 22
  | isAsciiUpper c = 0
  | isAsciiLower c = 1
  | isDigit c = 8
  | c == '_' = 11
  | c == '-' = 12
  | elem c "([{" = 13
  | elem c ")]}" = 14
  | elem c "!\"#%&'*,./:;?@\\" = 17
  | elem c "+<=>|~" = 18
  | c == '$' = 19
  | elem c "^`" = 20
  | otherwise = 25

generalCategory :: Char -> GeneralCategory
generalCategory c = categories !! generalCategoryNumber c

categories :: [GeneralCategory]
categories =
  [ UppercaseLetter, LowercaseLetter, TitlecaseLetter, ModifierLetter, OtherLetter, NonSpacingMark
  , SpacingCombiningMark, EnclosingMark, DecimalNumber, LetterNumber, OtherNumber
  , ConnectorPunctuation, DashPunctuation, OpenPunctuation, ClosePunctuation, InitialQuote
  , FinalQuote, OtherPunctuation, MathSymbol, CurrencySymbol, ModifierSymbol, OtherSymbol, Space
  , LineSeparator, ParagraphSeparator, Control, Format, Surrogate, PrivateUse, NotAssigned ]

categoryNumber :: GeneralCategory -> Int
categoryNumber g = case g of
  UppercaseLetter -> 0
  LowercaseLetter -> 1
  TitlecaseLetter -> 2
  ModifierLetter -> 3
  OtherLetter -> 4
  NonSpacingMark -> 5
  SpacingCombiningMark -> 6
  EnclosingMark -> 7
  DecimalNumber -> 8
  LetterNumber -> 9
  OtherNumber -> 10
  ConnectorPunctuation -> 11
  DashPunctuation -> 12
  OpenPunctuation -> 13
  ClosePunctuation -> 14
  InitialQuote -> 15
  FinalQuote -> 16
  OtherPunctuation -> 17
  MathSymbol -> 18
  CurrencySymbol -> 19
  ModifierSymbol -> 20
  OtherSymbol -> 21
  Space -> 22
  LineSeparator -> 23
  ParagraphSeparator -> 24
  Control -> 25
  Format -> 26
  Surrogate -> 27
  PrivateUse -> 28
  NotAssigned -> 29

instance Eq GeneralCategory where
  x == y = categoryNumber x == categoryNumber y

instance Ord GeneralCategory where
  compare x y = compare (categoryNumber x) (categoryNumber y)

instance Enum GeneralCategory where
  fromEnum x = categoryNumber x
  toEnum n = categories !! n
  enumFrom x = boundedEnumFrom x
  enumFromThen x y = boundedEnumFromThen x y

instance Bounded GeneralCategory where
  minBound = UppercaseLetter
  maxBound = NotAssigned

categoryBetween :: Int -> Int -> Char -> Bool
categoryBetween low high c = case generalCategoryNumber c of
  n -> low <= n && n <= high

isMark, isNumber, isPunctuation, isSymbol, isSeparator :: Char -> Bool
isMark c = categoryBetween 5 7 c
isNumber c = categoryBetween 8 10 c
isPunctuation c = categoryBetween 11 17 c
isSymbol c = categoryBetween 18 21 c
isSeparator c = categoryBetween 22 24 c

digitToInt :: Char -> Int
digitToInt c
  | isDigit c = ord c - ord '0'
  | between 'a' 'f' c = ord c - ord 'a' + 10
  | between 'A' 'F' c = ord c - ord 'A' + 10
  | otherwise = errorWithoutStackTrace "Char.digitToInt: not a digit"

intToDigit :: Int -> Char
intToDigit i
  | i >= 0 && i <= 9 = unsafeChr (ord '0' + i)
  | i >= 10 && i <= 15 = unsafeChr (ord 'a' + i - 10)
  | otherwise = errorWithoutStackTrace "Char.intToDigit: not a digit"

-- | Texts in programs that mean something else, if they are so asked for.
class IsString a where
  fromString :: [Char] -> a

instance a ~ Char => IsString [a] where
  fromString s = s

-- Lines and words ---------------------------------------------------------------------------------

lines :: [Char] -> [[Char]]
lines "" = []
lines s = fst first : case snd first of
  [] -> []
  _ : rest -> lines rest
  where
    first = break (== '\n') s

unlines :: [[Char]] -> [Char]
unlines [] = []
unlines (l : ls) = l ++ ('\n' : unlines ls)

words :: [Char] -> [[Char]]
words s = case dropWhile isSpace s of
  "" -> []
  t -> case break isSpace t of (w, rest) -> w : words rest

unwords :: [[Char]] -> [Char]
unwords [] = ""
unwords (w : ws) = w ++ go ws
  where
    go [] = ""
    go (v : vs) = ' ' : (v ++ go vs)
