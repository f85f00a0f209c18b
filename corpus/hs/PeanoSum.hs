module PeanoSum where

data Peano = Zero | Succ Peano deriving (Eq, Show)

{-@ measure value :: Peano -> Int
    value Zero = 0
    value (Succ n) = 1 + value n
  @-}

{-@ plus :: n:Peano -> m:Peano -> {v:Peano | value v = value n + value m} @-}
plus :: Peano -> Peano -> Peano
plus Zero m = m
plus (Succ n) m = Succ (plus n m)

{-@ toInt :: n:Peano -> {v:Int | v = value n} @-}
toInt :: Peano -> Int
toInt Zero = 0
toInt (Succ n) = 1 + toInt n

{-@ minus :: n:Peano -> {m:Peano | value m <= value n} -> {v:Peano | value v = value n - value m} @-}
minus :: Peano -> Peano -> Peano
minus n Zero = n
minus (Succ n) (Succ m) = minus n m
minus Zero (Succ _) = error "below zero"
