module ChunksFixed where

{-@ type ListN a N = {v:[a] | len v = N} @-}

{-@ chunks :: n:{v:Int | v > 0} -> [a] -> [ListN a n] @-}
chunks :: Int -> [a] -> [[a]]
chunks n xs
  | length xs < n = []
  | otherwise = take n xs : chunks n (drop n xs)
