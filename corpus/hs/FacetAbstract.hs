module FacetAbstract where

step :: Int -> Int
step x = x + 1

{-@ steps :: n:Nat -> {v:Int | v > n} @-}
steps :: Int -> Int
steps n = step (step n)
