module InsertSortedFixed where

{-@ measure sorted @-}
sorted :: [Int] -> Bool
sorted [] = True
sorted (x : xs) = case xs of
  [] -> True
  y : _ -> x <= y && sorted xs

{-@ insert :: x:Int -> {xs:[Int] | sorted xs}
           -> {v:[Int] | sorted v && listElts v = Set_cup (Set_sng x) (listElts xs)} @-}
insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y : ys)
  | x <= y = x : y : ys
  | otherwise = y : insert x ys

{-@ isort :: [Int] -> {v:[Int] | sorted v} @-}
isort :: [Int] -> [Int]
isort [] = []
isort (x : xs) = insert x (isort xs)
