module WhereAnnotated where

{-@ total :: [Int] -> Int @-}
total :: [Int] -> Int
total xs = go 0 xs
  where
    {-@ go :: Int -> [Int] -> {v:Int | v >= 0} @-}
    go :: Int -> [Int] -> Int
    go acc [] = acc
    go acc (y:ys) = go (acc + y) ys
