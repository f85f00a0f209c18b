module Peano where

data Nat = Z | S Nat deriving (Eq, Show)

data Tree a = Leaf | Node (Tree a) a (Tree a) deriving (Show)

add :: Nat -> Nat -> Nat
add Z n = n
add (S m) n = S (add m n)

toInt :: Nat -> Int
toInt Z = 0
toInt (S n) = 1 + toInt n

insert :: Int -> Tree Int -> Tree Int
insert x Leaf = Node Leaf x Leaf
insert x t@(Node l y r)
  | x < y = Node (insert x l) y r
  | x > y = Node l y (insert x r)
  | otherwise = t

answer :: (Int, Nat, Tree Int, Bool, Bool)
answer =
  ( toInt (add (S (S Z)) (S Z))
  , add (S Z) (S Z)
  , insert 3 (insert (-5) (insert 2 Leaf))
  , add Z (S Z) == S Z
  , S Z == Z
  )
