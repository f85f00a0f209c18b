module Elements where

{-@ add :: x:Int -> xs:[Int] -> {v:[Int] | listElts v = Set_cup (Set_sng x) (listElts xs)} @-}
add :: Int -> [Int] -> [Int]
add x [] = [x]
add x (y : ys)
  | x == y = [x]
  | otherwise = y : add x ys
