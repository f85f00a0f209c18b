module UnreadAlias where

{-@ type Sized N = {v:[Int] | len v === N} @-}

{-@ zeros :: n:Nat -> Sized n @-}
zeros :: Int -> [Int]
zeros n = replicate n 0

{-@ ones :: n:Nat -> {v:[Int] | len v == n + 1} @-}
ones :: Int -> [Int]
ones n = replicate n 1
