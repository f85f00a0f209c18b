module InsertSorted where

{-@ measure sorted @-}
sorted :: [Int] -> Bool
sorted [] = True
sorted (x : xs) = case xs of
  [] -> True
  y : _ -> x <= y && sorted xs

{-@ insert :: Int -> {xs:[Int] | sorted xs} -> {v:[Int] | sorted v} @-}
insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y : ys)
  | x >= y = x : y : ys
  | otherwise = y : insert x ys
