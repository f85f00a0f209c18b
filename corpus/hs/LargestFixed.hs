module LargestFixed where

{-@ largest :: {xs:[Int] | len xs > 0} -> {v:Int | Set_mem v (listElts xs)} @-}
largest :: [Int] -> Int
largest [x] = x
largest (x : xs) = max x (largest xs)
largest [] = error "there is no largest element"
