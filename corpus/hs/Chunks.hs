module Chunks where

{-@ type ListN a N = {v:[a] | len v = N} @-}

{-@ chunks :: n:{v:Int | v > 0} -> [a] -> [ListN a n] @-}
chunks :: Int -> [a] -> [[a]]
chunks _ [] = []
chunks n xs = take n xs : chunks n (drop n xs)
