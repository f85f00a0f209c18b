module ConcatSize where

import Prelude hiding (concat)

infixr 9 :+:

data List a = Emp | a :+: List a deriving (Eq, Show)

{-@ measure size :: List a -> Int
    size Emp = 0
    size (x :+: xs) = 1 + size xs
  @-}

{-@ invariant {v:List a | size v >= 0} @-}

{-@ concat :: x:List (List a) -> {v:List a | size v >= size x} @-}
concat :: List (List a) -> List a
concat Emp = Emp
concat (xs :+: xss) = append xs (concat xss)

{-@ append :: xs:List a -> ys:List a -> {v:List a | size v = size xs + size ys} @-}
append :: List a -> List a -> List a
append Emp ys = ys
append (x :+: xs) ys = x :+: append xs ys
