module FacetFold where

{-@ total :: [Nat] -> Nat @-}
total :: [Int] -> Int
total xs = foldr (+) 0 xs
