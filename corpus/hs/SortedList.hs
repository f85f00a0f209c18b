module SortedList where

{-@ type Ascending a = [a]<{\x y -> x <= y}> @-}

{-@ insert :: (Ord a) => a -> Ascending a -> Ascending a @-}
insert :: (Ord a) => a -> [a] -> [a]
insert y [] = [y]
insert y (x:xs)
  | y <= x = y : x : xs
  | otherwise = x : insert y xs

{-@ insertLast :: Int -> Ascending Int -> Ascending Int @-}
insertLast :: Int -> [Int] -> [Int]
insertLast y xs = xs ++ [y]
