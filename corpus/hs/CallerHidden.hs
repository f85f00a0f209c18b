module CallerHidden (median) where

{-@ at :: xs:[a] -> {i:Nat | i < len xs} -> a @-}
at :: [a] -> Int -> a
at (x:_) 0 = x
at (_:xs) i = at xs (i - 1)

helper :: [Int] -> Int
helper xs = at xs (length xs `div` 2)

median :: [Int] -> Int
median xs = helper xs
