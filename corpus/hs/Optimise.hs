module Optimise where

data Term = Lit Int | Plus Term Term | Times Term Term deriving (Eq, Show)

{-@ measure size :: Term -> Int
    size (Lit n) = 1
    size (Plus a b) = 1 + size a + size b
    size (Times a b) = 1 + size a + size b
  @-}

{-@ optimise :: t:Term -> {v:Term | size v <= size t} @-}
optimise :: Term -> Term
optimise (Lit n) = Lit n
optimise (Plus a b) = plus (optimise a) (optimise b)
optimise (Times a b) = times (optimise a) (optimise b)

plus :: Term -> Term -> Term
plus (Lit 0) b = b
plus a (Lit 0) = a
plus a b = Plus a b

times :: Term -> Term -> Term
times (Lit 1) b = b
times a (Lit 1) = a
times a b = Times a b
