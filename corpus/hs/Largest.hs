module Largest where

{-@ largest :: {xs:[Int] | len xs > 0} -> {v:Int | Set_mem v (listElts xs)} @-}
largest :: [Int] -> Int
largest [] = 0
largest (x : xs) = max x (largest xs)
