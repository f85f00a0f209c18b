{-# LANGUAGE BangPatterns, NoImplicitPrelude, RankNTypes #-}
-- | Parsers with all their results.
--
-- A parser is a function from a text to what it can make of its beginnings. GHC's own parsers go
-- through the text once for all alternatives; here they are tried in turn, and put in GHC's order,
-- shortest first, at the end.
module Base.ReadP where

import Base.Char hiding (between)
import Base.Classes
import Base.Function
import Base.List (foldr, length, sortBy)
import Base.Monad hiding (many, optional)
import Base.Num
import GHC.Types

infixr 5 +++, <++

newtype ReadP a = R ([Char] -> [Parsed a])

-- | How many characters were read, what they mean, and the rest.
data Parsed a = Parsed Int a [Char]

run :: ReadP a -> [Char] -> [Parsed a]
run (R p) = p

instance Functor ReadP where
  fmap f (R p) = R (\s -> [Parsed n (f x) t | Parsed n x t <- p s])

instance Applicative ReadP where
  pure x = R (\s -> [Parsed 0 x s])
  p <*> q = ap p q

instance Monad ReadP where
  R p >>= k = R (\s -> [Parsed (n + m) y u | Parsed n x t <- p s, Parsed m y u <- run (k x) t])

instance MonadFail ReadP where
  fail _ = pfail

instance Alternative ReadP where
  empty = pfail
  p <|> q = p +++ q

instance MonadPlus ReadP

get :: ReadP Char
get = R (\s -> case s of
  [] -> []
  c : t -> [Parsed 1 c t])

look :: ReadP [Char]
look = R (\s -> [Parsed 0 s s])

pfail :: ReadP a
pfail = R (\_ -> [])

eof :: ReadP ()
eof = R (\s -> case s of
  [] -> [Parsed 0 () s]
  _ -> [])

(+++), (<++) :: ReadP a -> ReadP a -> ReadP a
R p +++ R q = R (\s -> p s ++ q s)
R p <++ R q = R (\s -> case p s of
  [] -> q s
  results -> results)

gather :: ReadP a -> ReadP ([Char], a)
gather (R p) = R (\s -> [Parsed n (first n s, x) t | Parsed n x t <- p s])
  where
    first n s = case n <= 0 of
      True -> []
      False -> case s of
        [] -> []
        c : cs -> c : first (n - 1) cs

satisfy :: (Char -> Bool) -> ReadP Char
satisfy p = R (\s -> case s of
  c : t | p c -> [Parsed 1 c t]
  _ -> [])

char :: Char -> ReadP Char
char c = satisfy (c ==)

string :: [Char] -> ReadP [Char]
string text = R (\s -> go text s)
  where
    go [] s = [Parsed (length text) text s]
    go (x : xs) (y : ys) | x == y = go xs ys
    go _ _ = []

munch, munch1 :: (Char -> Bool) -> ReadP [Char]
munch p = R (\s -> longest p s)
munch1 p = R (\s -> case s of
  c : _ | p c -> longest p s
  _ -> [])

longest :: (Char -> Bool) -> [Char] -> [Parsed [Char]]
longest p s = case go s of (n, cs, t) -> [Parsed n cs t]
  where
    go (c : t) | p c = case go t of (n, cs, u) -> (n + 1, c : cs, u)
    go t = (0, [], t)

skipSpaces :: ReadP ()
skipSpaces = void (munch isSpace)

choice :: [ReadP a] -> ReadP a
choice ps = foldr (+++) pfail ps

count :: Int -> ReadP a -> ReadP [a]
count n p = case n <= 0 of
  True -> pure []
  False -> liftA2 (:) p (count (n - 1) p)

between :: ReadP open -> ReadP close -> ReadP a -> ReadP a
between open close p = open >> (p >>= \x -> close >> pure x)

option :: a -> ReadP a -> ReadP a
option x p = p +++ pure x

optional :: ReadP a -> ReadP ()
optional p = void p +++ pure ()

many, many1 :: ReadP a -> ReadP [a]
many p = pure [] +++ many1 p
many1 p = liftA2 (:) p (many p)

skipMany, skipMany1 :: ReadP a -> ReadP ()
skipMany p = void (many p)
skipMany1 p = p >> skipMany p

sepBy, sepBy1, endBy, endBy1 :: ReadP a -> ReadP sep -> ReadP [a]
sepBy p sep = sepBy1 p sep +++ pure []
sepBy1 p sep = liftA2 (:) p (many (sep >> p))
endBy p sep = many (p >>= \x -> sep >> pure x)
endBy1 p sep = many1 (p >>= \x -> sep >> pure x)

chainl, chainr :: ReadP a -> ReadP (a -> a -> a) -> a -> ReadP a
chainl p op x = chainl1 p op +++ pure x
chainr p op x = chainr1 p op +++ pure x

chainl1, chainr1 :: ReadP a -> ReadP (a -> a -> a) -> ReadP a
chainl1 p op = p >>= go
  where
    go x = (op >>= \f -> p >>= \y -> go (f x y)) +++ pure x
chainr1 p op = p >>= go
  where
    go x = (op >>= \f -> chainr1 p op >>= \y -> pure (f x y)) +++ pure x

manyTill :: ReadP a -> ReadP end -> ReadP [a]
manyTill p end = (end >> pure []) <++ liftA2 (:) p (manyTill p end)

readP_to_S :: ReadP a -> [Char] -> [(a, [Char])]
readP_to_S (R p) s = map result (sortBy shorter (p s))
  where
    shorter (Parsed n _ _) (Parsed m _ _) = compare n m
    result (Parsed _ x t) = (x, t)

readS_to_P :: ([Char] -> [(a, [Char])]) -> ReadP a
readS_to_P f = R (\s -> [Parsed (length s - length t) x t | (x, t) <- f s])
