module Peano where

data Peano = Zero | Succ Peano deriving (Eq, Show)

{-@ measure toInt @-}
{-@ toInt :: Peano -> {v:Int | v >= 0} @-}
toInt :: Peano -> Int
toInt Zero = 0
toInt (Succ n) = 1 + toInt n

{-@ plus :: n:Peano -> m:Peano -> {v:Peano | toInt v = toInt n + toInt m} @-}
plus :: Peano -> Peano -> Peano
plus Zero m = m
plus (Succ n) m = Succ (plus n m)

{-@ times :: n:Peano -> m:Peano -> {v:Peano | toInt v = toInt n * toInt m} @-}
times :: Peano -> Peano -> Peano
times Zero m = m
times (Succ n) m = plus m (times n m)
