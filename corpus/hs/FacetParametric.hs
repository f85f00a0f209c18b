module FacetParametric where

pick :: [a] -> a -> a
pick [] d = d
pick (x:_) _ = x

{-@ positive :: {n:Int | n > 0} -> {v:Int | v > 0} @-}
positive :: Int -> Int
positive n = pick [n, n + 1] n
