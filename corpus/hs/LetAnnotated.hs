module LetAnnotated where

{-@ one :: Nat -> Nat @-}
one :: Int -> Int
one k = go k
  where
    {-@ go :: Nat -> Nat @-}
    go :: Int -> Int
    go j = j

two :: Int -> Int
two k =
  let {-@ go :: Nat -> Nat @-}
      go :: Int -> Int
      go j = j + 1
  in go k
