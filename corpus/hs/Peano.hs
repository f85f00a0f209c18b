-- why: the product is computed by one addition too many
-- expect: times -> REF001
-- expect: plus -> holds within bounds
module Peano where

data Nat = Zero | Succ Nat deriving (Eq, Show)

{-@ measure toInt @-}
{-@ toInt :: Nat -> {v:Int | v >= 0} @-}
toInt :: Nat -> Int
toInt Zero = 0
toInt (Succ n) = 1 + toInt n

{-@ plus :: n:Nat -> m:Nat -> {v:Nat | toInt v = toInt n + toInt m} @-}
plus :: Nat -> Nat -> Nat
plus Zero m = m
plus (Succ n) m = Succ (plus n m)

{-@ times :: n:Nat -> m:Nat -> {v:Nat | toInt v = toInt n * toInt m} @-}
times :: Nat -> Nat -> Nat
times Zero m = m
times (Succ n) m = plus m (times n m)
