module Parentheses where

data Paren = Open | Close deriving (Eq, Show)

{-@ type Nat = {v:Int | v >= 0} @-}

{-@ depth :: [Paren] -> Nat -> Nat @-}
depth :: [Paren] -> Int -> Int
depth [] n = n
depth (Open : ps) n = depth ps (n + 1)
depth (Close : ps) n = depth ps (n - 1)

{-@ depthChecked :: [Paren] -> Nat -> Nat @-}
depthChecked :: [Paren] -> Int -> Int
depthChecked [] n = n
depthChecked (Open : ps) n = depthChecked ps (n + 1)
depthChecked (Close : ps) n
  | n == 0 = 0
  | otherwise = depthChecked ps (n - 1)
