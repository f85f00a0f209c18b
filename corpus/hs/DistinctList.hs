module DistinctList where

{-@ type Distinct a = [a]<{\x y -> x /= y}> @-}

{-@ add :: Int -> Distinct Int -> Distinct Int @-}
add :: Int -> [Int] -> [Int]
add y xs
  | y `elem` take 2 xs = xs
  | otherwise = y : xs
