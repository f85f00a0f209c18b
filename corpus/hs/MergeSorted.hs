module MergeSorted where

{-@ measure sorted @-}
sorted :: [Int] -> Bool
sorted [] = True
sorted (x : xs) = case xs of
  [] -> True
  y : _ -> x <= y && sorted xs

{-@ merge :: {xs:[Int] | sorted xs} -> {ys:[Int] | sorted ys} -> {v:[Int] | sorted v} @-}
merge :: [Int] -> [Int] -> [Int]
merge [] ys = ys
merge xs [] = xs
merge (x : xs) (y : ys)
  | x <= y = x : merge xs (y : ys)
  | otherwise = y : x : merge xs ys
