{-# LANGUAGE NoImplicitPrelude #-}
-- | Parsers that know how tightly their surroundings bind.
module Base.ReadPrec where

import Base.Classes
import Base.Function
import Base.List (foldr)
import Base.Monad
import Base.Num
import qualified Base.ReadP as P
import GHC.Types

newtype ReadPrec a = P (Int -> P.ReadP a)

at :: ReadPrec a -> Int -> P.ReadP a
at (P f) = f

instance Functor ReadPrec where
  fmap f (P p) = P (\n -> fmap f (p n))

instance Applicative ReadPrec where
  pure x = P (\_ -> pure x)
  p <*> q = ap p q

instance Monad ReadPrec where
  P p >>= k = P (\n -> p n >>= \x -> at (k x) n)

instance MonadFail ReadPrec where
  fail _ = pfail

instance Alternative ReadPrec where
  empty = pfail
  p <|> q = p +++ q

instance MonadPlus ReadPrec

minPrec :: Int
minPrec = 0

lift :: P.ReadP a -> ReadPrec a
lift p = P (\_ -> p)

step, reset :: ReadPrec a -> ReadPrec a
step (P p) = P (\n -> p (n + 1))
reset (P p) = P (\_ -> p minPrec)

prec :: Int -> ReadPrec a -> ReadPrec a
prec n (P p) = P (\c -> case c <= n of
  True -> p n
  False -> P.pfail)

get :: ReadPrec Char
get = lift P.get

look :: ReadPrec [Char]
look = lift P.look

(+++), (<++) :: ReadPrec a -> ReadPrec a -> ReadPrec a
P p +++ P q = P (\n -> p n P.+++ q n)
P p <++ P q = P (\n -> p n P.<++ q n)

pfail :: ReadPrec a
pfail = lift P.pfail

choice :: [ReadPrec a] -> ReadPrec a
choice ps = foldr (+++) pfail ps

readPrec_to_P :: ReadPrec a -> Int -> P.ReadP a
readPrec_to_P (P p) = p

readP_to_Prec :: (Int -> P.ReadP a) -> ReadPrec a
readP_to_Prec f = P f

readPrec_to_S :: ReadPrec a -> Int -> [Char] -> [(a, [Char])]
readPrec_to_S (P p) n = P.readP_to_S (p n)

readS_to_Prec :: (Int -> [Char] -> [(a, [Char])]) -> ReadPrec a
readS_to_Prec f = P (\n -> P.readS_to_P (f n))
