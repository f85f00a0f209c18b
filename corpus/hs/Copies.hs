module Copies where

{-@ copies :: n:{v:Int | v >= 0} -> a -> {v:[a] | len v = n} @-}
copies :: Int -> a -> [a]
copies n x
  | n <= 0 = []
  | otherwise = x : copies (n - 1) x

{-@ pad :: n:{v:Int | v >= 0} -> a -> xs:[a] -> {v:[a] | len v = n + len xs} @-}
pad :: Int -> a -> [a] -> [a]
pad 0 _ xs = xs
pad n x xs = pad (n - 1) x (x : xs)
