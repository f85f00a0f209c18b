module Replicate where

{-@ type Nat = {v:Int | v >= 0} @-}

{-@ copies :: n:Int -> a -> {v:[a] | len v = n} @-}
copies :: Int -> a -> [a]
copies n x
  | n <= 0 = []
  | otherwise = x : copies (n - 1) x

{-@ copiesNat :: n:Nat -> a -> {v:[a] | len v = n} @-}
copiesNat :: Int -> a -> [a]
copiesNat n x
  | n <= 0 = []
  | otherwise = x : copiesNat (n - 1) x
