module SortWeak where

{-@ insert :: Int -> [Int] -> {v:[Int] | len v > 0} @-}
insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y : ys)
  | x <= y = x : y : ys
  | otherwise = y : insert x ys

{-@ isort :: xs:[Int] -> {v:[Int] | len v = len xs} @-}
isort :: [Int] -> [Int]
isort [] = []
isort (x : xs) = insert x (isort xs)
