{-# LANGUAGE NoImplicitPrelude #-}
-- | Texts as values.
module Base.Read where

import Base.Char
import Base.Classes
import Base.Error
import Base.Float
import Base.Function
import Base.Lex (Lexeme (..), Number)
import qualified Base.Lex as L
import Base.List
import Base.Monad
import Base.Num
import Base.Show
import qualified Base.ReadP as P
import Base.ReadPrec (ReadPrec, lift, prec, readPrec_to_S, readS_to_Prec, reset, step)
import qualified Base.ReadPrec as Prec
import GHC.Num.Integer (Integer)
import GHC.Types

class Read a where
  readsPrec :: Int -> [Char] -> [(a, [Char])]
  readList :: [Char] -> [([a], [Char])]
  readPrec :: ReadPrec a
  readListPrec :: ReadPrec [a]
  readsPrec n = readPrec_to_S readPrec n
  readList = readPrec_to_S (list readPrec) 0
  readPrec = readS_to_Prec readsPrec
  readListPrec = readS_to_Prec (\_ -> readList)

readListDefault :: Read a => [Char] -> [([a], [Char])]
readListDefault = readPrec_to_S readListPrec 0

readListPrecDefault :: Read a => ReadPrec [a]
readListPrecDefault = list readPrec

lex :: [Char] -> [([Char], [Char])]
lex s = P.readP_to_S L.hsLex s

lexP :: ReadPrec Lexeme
lexP = lift L.lex

expectP :: Lexeme -> ReadPrec ()
expectP l = lift (L.expect l)

paren, parens :: ReadPrec a -> ReadPrec a
paren p = expectP (Punc "(") >> (reset p >>= \x -> expectP (Punc ")") >> pure x)
parens p = p Prec.+++ paren (parens p)

readParen :: Bool -> ([Char] -> [(a, [Char])]) -> [Char] -> [(a, [Char])]
readParen True g = \s -> [(x, v) | ("(", t) <- lex s, (x, u) <- readParen False g t, (")", v) <- lex u]
readParen False g = \s -> g s ++ readParen True g s

list :: ReadPrec a -> ReadPrec [a]
list item = parens (expectP (Punc "[") >> (first Prec.+++ close))
  where
    close = expectP (Punc "]") >> pure []
    first = reset item >>= \x -> fmap (x :) more
    more = close Prec.+++ (expectP (Punc ",") >> first)

choose :: [([Char], ReadPrec a)] -> ReadPrec a
choose options = foldr (\(s, p) r -> one s p Prec.+++ r) Prec.pfail options
  where
    one s p = lexP >>= \word -> case word of
      Ident t | s == t -> p
      Symbol t | s == t -> p
      _ -> Prec.pfail

readField :: [Char] -> ReadPrec a -> ReadPrec a
readField name p = expectP (Ident name) >> expectP (Punc "=") >> p

readFieldHash :: [Char] -> ReadPrec a -> ReadPrec a
readFieldHash name p = expectP (Ident name) >> expectP (Symbol "#") >> expectP (Punc "=") >> p

readSymField :: [Char] -> ReadPrec a -> ReadPrec a
readSymField name p =
  expectP (Punc "(") >> expectP (Symbol name) >> expectP (Punc ")") >> expectP (Punc "=") >> p

readNumber :: Num a => (Lexeme -> ReadPrec a) -> ReadPrec a
readNumber convert = parens (lexP >>= \word -> case word of
  Symbol "-" -> prec 6 (lexP >>= \n -> fmap negate (convert n))
  _ -> convert word)

convertInt :: Num a => Lexeme -> ReadPrec a
convertInt (Number n) | Just i <- L.numberToInteger n = pure (fromInteger i)
convertInt _ = Prec.pfail

convertFrac :: Fractional a => Lexeme -> ReadPrec a
convertFrac (Ident "NaN") = pure (fromInteger 0 / fromInteger 0)
convertFrac (Ident "Infinity") = pure (fromInteger 1 / fromInteger 0)
convertFrac (Number n) = pure (fromRational (L.numberToRational n))
convertFrac _ = Prec.pfail

instance Read Int where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read Integer where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read Word where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read Double where
  readPrec = readNumber convertFrac
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read Float where
  readPrec = readNumber convertFrac
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Integral a, Read a) => Read (Ratio a) where
  readPrec = parens (prec 7 (step readPrec >>= \x ->
    expectP (Symbol "%") >> (step readPrec >>= \y -> pure (x % y))))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read Char where
  readPrec = parens (lexP >>= \word -> case word of
    Char c -> pure c
    _ -> Prec.pfail)
  readListPrec =
    parens (lexP >>= \word -> case word of
      String s -> pure s
      _ -> Prec.pfail)
      Prec.+++ readListPrecDefault
  readList = readListDefault

instance Read a => Read [a] where
  readPrec = readListPrec
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read Bool where
  readPrec = parens (choose [("True", pure True), ("False", pure False)])
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read Ordering where
  readPrec = parens (choose [("LT", pure LT), ("EQ", pure EQ), ("GT", pure GT)])
  readListPrec = readListPrecDefault
  readList = readListDefault

-- | A constructor with one argument.
applied :: Read a => [Char] -> (a -> b) -> ReadPrec b
applied con f = prec 10 (expectP (Ident con) >> fmap f (step readPrec))

instance Read a => Read (Maybe a) where
  readPrec = parens ((expectP (Ident "Nothing") >> pure Nothing) Prec.+++ applied "Just" Just)
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b) => Read (Either a b) where
  readPrec = parens (applied "Left" Left Prec.+++ applied "Right" Right)
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read a => Read (Identity a) where
  readPrec = parens (applied "Identity" Identity)

comma :: ReadPrec ()
comma = expectP (Punc ",")

instance Read () where
  readPrec = parens (paren (pure ()))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b) => Read (a, b) where
  readPrec = parens (paren (readPrec >>= \a -> comma >> (readPrec >>= \b -> pure (a, b))))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c) => Read (a, b, c) where
  readPrec = parens (paren (readPrec >>= \a -> comma >> (readPrec >>= \b ->
    comma >> (readPrec >>= \c -> pure (a, b, c)))))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d) => Read (a, b, c, d) where
  readPrec = parens (paren (readPrec >>= \a -> comma >> (readPrec >>= \b ->
    comma >> (readPrec >>= \c -> comma >> (readPrec >>= \d -> pure (a, b, c, d))))))
  readListPrec = readListPrecDefault
  readList = readListDefault

reads :: Read a => [Char] -> [(a, [Char])]
reads s = readsPrec 0 s

readEither :: Read a => [Char] -> Either [Char] a
readEither s = case [x | (x, t) <- readPrec_to_S readPrec 0 s, null (dropWhile isSpace t)] of
  [x] -> Right x
  [] -> Left "Prelude.read: no parse"
  _ -> Left "Prelude.read: ambiguous parse"

readMaybe :: Read a => [Char] -> Maybe a
readMaybe s = case readEither s of
  Left _ -> Nothing
  Right x -> Just x

read :: Read a => [Char] -> a
read s = either errorWithoutStackTrace id (readEither s)
