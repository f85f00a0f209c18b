module TakeExactly where

{-@ type Nat = {v:Int | v >= 0} @-}

{-@ takeExactly :: n:Nat -> xs:[a] -> {v:[a] | len v = n} @-}
takeExactly :: Int -> [a] -> [a]
takeExactly 0 _ = []
takeExactly _ [] = []
takeExactly n (x : xs) = x : takeExactly (n - 1) xs

{-@ takeUpTo :: n:Nat -> xs:[a] -> {v:[a] | len v <= n && len v <= len xs} @-}
takeUpTo :: Int -> [a] -> [a]
takeUpTo 0 _ = []
takeUpTo _ [] = []
takeUpTo n (x : xs) = x : takeUpTo (n - 1) xs
