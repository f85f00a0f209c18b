module Laziness where

{-@ firstOf :: x:Int -> {v:Int | v = x} @-}
firstOf :: Int -> Int
firstOf x = fst (x, undefined :: Int)

{-@ someNumbers :: n:{v:Int | 0 <= v && v <= 3} -> {v:[Int] | len v = n} @-}
someNumbers :: Int -> [Int]
someNumbers n = take n (from 0)
  where
    from k = k : from (k + 1)

{-@ forced :: x:Int -> {v:Int | v > x} @-}
forced :: Int -> Int
forced x = x `seq` let y = x * 2 in y
