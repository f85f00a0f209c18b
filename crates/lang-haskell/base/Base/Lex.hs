{-# LANGUAGE NoImplicitPrelude #-}
-- | The words of Haskell, as 'read' sees them. The longest word counts, so there is at most one.
module Base.Lex where

import Base.Char
import Base.Classes
import Base.Enum
import Base.Function
import Base.List
import Base.Monad
import Base.Num
import Base.Show
import qualified Base.ReadP as P
import GHC.Num.Integer (Integer)
import GHC.Types

data Lexeme
  = Char Char
  | String [Char]
  | Punc [Char]
  | Ident [Char]
  | Symbol [Char]
  | Number Number
  | EOF

data Number
  = MkNumber Int [Int]
  | MkDecimal [Int] (Maybe [Int]) (Maybe Integer)

instance Eq Number where
  MkNumber b ds == MkNumber c es = b == c && ds == es
  MkDecimal a b c == MkDecimal x y z = a == x && b == y && c == z
  _ == _ = False

instance Eq Lexeme where
  Char x == Char y = x == y
  String x == String y = x == y
  Punc x == Punc y = x == y
  Ident x == Ident y = x == y
  Symbol x == Symbol y = x == y
  Number x == Number y = x == y
  EOF == EOF = True
  _ == _ = False

lex :: P.ReadP Lexeme
lex = P.skipSpaces >> lexeme

expect :: Lexeme -> P.ReadP ()
expect wanted = lex >>= \found -> case found == wanted of
  True -> pure ()
  False -> P.pfail

hsLex :: P.ReadP [Char]
hsLex = P.skipSpaces >> fmap fst (P.gather lexeme)

lexeme :: P.ReadP Lexeme
lexeme = P.look >>= \s -> case s of
  [] -> pure EOF
  c : rest
    | elem c ",;()[]{}`" -> P.get >> pure (Punc [c])
    | c == '\'' -> quotedChar P.<++ pfailure
    | c == '"' -> P.get >> fmap String quotedText
    | isDigit c -> fmap Number number
    | isAlpha c || c == '_' -> fmap Ident (P.munch1 isIdentChar)
    | isSymbolChar c -> fmap reservedOrSymbol (P.munch1 isSymbolChar)
    | otherwise -> pfailure
  where
    pfailure = P.pfail

isIdentChar, isSymbolChar :: Char -> Bool
isIdentChar c = isAlphaNum c || c == '_' || c == '\''
isSymbolChar c = case isAscii c of
  True -> elem c "!@#$%&*+./<=>?\\^|:-~"
  False -> isSymbol c || isPunctuation c

reservedOrSymbol :: [Char] -> Lexeme
reservedOrSymbol s = case elem s ["..", "::", "=", "\\", "|", "<-", "->", "@", "~", "=>"] of
  True -> Punc s
  False -> Symbol s

-- Characters and texts ----------------------------------------------------------------------------

quotedChar :: P.ReadP Lexeme
quotedChar =
  P.get >> character >>= \(c, escaped) -> case c == '\'' && not escaped of
    True -> P.pfail
    False -> P.char '\'' >> pure (Char c)

-- | A character and whether it was written with a backslash.
character :: P.ReadP (Char, Bool)
character = P.get >>= \c -> case c == '\\' of
  True -> fmap (\e -> (e, True)) escape
  False -> pure (c, False)

quotedText :: P.ReadP [Char]
quotedText = P.look >>= \s -> case s of
  '"' : _ -> P.get >> pure []
  '\\' : '&' : _ -> P.get >> P.get >> quotedText
  '\\' : c : _
    | isSpace c -> P.get >> P.skipSpaces >> P.char '\\' >> quotedText
  _ -> liftA2 (:) (fmap fst character) quotedText

escape :: P.ReadP Char
escape = P.look >>= \s -> case s of
  c : rest
    | Just d <- lookup c simple -> P.get >> pure d
    | isDigit c -> code 10
    | c == 'x' || c == 'X' -> P.get >> code 16
    | c == 'o' || c == 'O' -> P.get >> code 8
    | c == '^' -> P.get >> P.satisfy (\d -> d >= '@' && d <= '_') >>= \d -> pure (unsafeChr (ord d - 64))
  _ -> P.choice [P.string "SO" >> notH, foldr (P.<++) P.pfail (map named asciiCodes)] P.<++ P.pfail
  where
    simple =
      [ ('a', '\a'), ('b', '\b'), ('f', '\f'), ('n', '\n'), ('r', '\r'), ('t', '\t'), ('v', '\v')
      , ('\\', '\\'), ('"', '"'), ('\'', '\'') ]
    named (name, c) = P.string name >> pure c
    notH = P.look >>= \t -> case t of
      'H' : _ -> P.pfail
      _ -> pure '\SO'

asciiCodes :: [([Char], Char)]
asciiCodes = filter (\(name, _) -> name /= "SO") (zip asciiNames (enumFrom '\0')) ++ [("DEL", '\DEL')]

code :: Int -> P.ReadP Char
code base = digits base >>= \ds -> let n = valueOf (toInteger base) ds in case n <= 1114111 of
  True -> pure (unsafeChr (fromInteger n))
  False -> P.pfail

-- Numbers -----------------------------------------------------------------------------------------

number :: P.ReadP Number
number = P.look >>= \s -> case s of
  '0' : x : d : _
    | (x == 'x' || x == 'X') && isHexDigit d -> P.get >> P.get >> fmap (MkNumber 16) (digits 16)
    | (x == 'o' || x == 'O') && isOctDigit d -> P.get >> P.get >> fmap (MkNumber 8) (digits 8)
  _ -> digits 10 >>= \ds -> fraction >>= \f -> exponentPart >>= \e -> pure (MkDecimal ds f e)

digits :: Int -> P.ReadP [Int]
digits base = fmap (map digitToInt) (P.munch1 (isDigitOf base))

isDigitOf :: Int -> Char -> Bool
isDigitOf base c
  | base == 16 = isHexDigit c
  | base == 8 = isOctDigit c
  | otherwise = isDigit c

fraction :: P.ReadP (Maybe [Int])
fraction = P.look >>= \s -> case s of
  '.' : d : _ | isDigit d -> P.get >> fmap Just (digits 10)
  _ -> pure Nothing

exponentPart :: P.ReadP (Maybe Integer)
exponentPart = P.look >>= \s -> case s of
  e : rest | e == 'e' || e == 'E' -> case rest of
    '-' : d : _ | isDigit d -> P.get >> P.get >> fmap (\n -> Just (negate n)) whole
    '+' : d : _ | isDigit d -> P.get >> P.get >> fmap Just whole
    d : _ | isDigit d -> P.get >> fmap Just whole
    _ -> pure Nothing
  _ -> pure Nothing
  where
    whole = fmap (valueOf 10) (digits 10)

valueOf :: Integer -> [Int] -> Integer
valueOf base ds = foldl (\n d -> n * base + toInteger d) 0 ds

numberToInteger :: Number -> Maybe Integer
numberToInteger (MkNumber base ds) = Just (valueOf (toInteger base) ds)
numberToInteger (MkDecimal ds Nothing Nothing) = Just (valueOf 10 ds)
numberToInteger _ = Nothing

numberToRational :: Number -> Rational
numberToRational (MkNumber base ds) = valueOf (toInteger base) ds :% 1
numberToRational (MkDecimal ds f e) = scaled (valueOf 10 (ds ++ fs)) (maybe 0 id e - toInteger (length fs))
  where
    fs = maybe [] id f
    scaled n k = case k >= 0 of
      True -> (n * 10 ^ k) :% 1
      False -> n % (10 ^ negate k)
