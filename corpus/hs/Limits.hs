module Limits (limit) where

{-@ limit :: {n:Int | n > 0} -> {v:Int | v > n} @-}
limit :: Int -> Int
limit n = n + 1
