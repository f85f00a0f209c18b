-- why: the element goes before the first one that is not smaller
-- expect: insert -> holds within bounds
-- expect: isort -> holds within bounds
module InsertSortedFixed where

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
  | x <= y = x : y : ys
  | otherwise = y : insert x ys

{-@ isort :: [Int] -> {v:[Int] | sorted v} @-}
isort :: [Int] -> [Int]
isort [] = []
isort (x : xs) = insert x (isort xs)
