module Transpose where

{-@ type Matrix R C = {v:[{r:[Int] | len r = C}] | len v = R} @-}

{-@ transposeN :: r:{v:Int | v >= 0} -> c:{v:Int | v >= 0} -> Matrix r c -> Matrix r c @-}
transposeN :: Int -> Int -> [[Int]] -> [[Int]]
transposeN _ 0 _ = []
transposeN r c rows = map head rows : transposeN r (c - 1) (map tail rows)
