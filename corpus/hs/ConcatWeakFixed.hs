module ConcatWeakFixed where

import Prelude hiding (concat)

infixr 9 :+:

data List a = Emp | a :+: List a deriving (Eq, Show)

{-@ measure size :: List a -> Int
    size Emp = 0
    size (x :+: xs) = 1 + size xs
  @-}

{-@ measure sumsize :: List (List a) -> Int
    sumsize Emp = 0
    sumsize (x :+: xs) = size x + sumsize xs
  @-}

{-@ invariant {v:List a | size v >= 0} @-}

{-@ concat :: x:List (List a) -> {v:List a | size v = sumsize x} @-}
concat :: List (List a) -> List a
concat Emp = Emp
concat (xs :+: Emp) = xs
concat (xs :+: (ys :+: xss)) = concat (concat' xs ys :+: xss)

{-@ concat' :: xs:List a -> ys:List a -> {v:List a | size v = size xs + size ys} @-}
concat' :: List a -> List a -> List a
concat' Emp Emp = Emp
concat' xs Emp = xs
concat' Emp ys = ys
concat' (x :+: xs) ys = x :+: concat' xs ys
