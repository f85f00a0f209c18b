module VectorIndex where

{-@ at :: xs:[a] -> {i:Int | 0 <= i && i < len xs} -> a @-}
at :: [a] -> Int -> a
at (x : _) 0 = x
at (_ : xs) i = at xs (i - 1)
at [] _ = error "index too large"

{-@ final :: {xs:[a] | len xs > 0} -> a @-}
final :: [a] -> a
final xs = at xs (length xs)

{-@ first :: {xs:[a] | len xs > 0} -> a @-}
first :: [a] -> a
first xs = at xs 0
