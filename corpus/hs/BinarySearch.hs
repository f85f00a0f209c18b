module BinarySearch where

{-@ at :: xs:[Int] -> {i:Int | 0 <= i && i < len xs} -> Int @-}
at :: [Int] -> Int -> Int
at (x : _) 0 = x
at (_ : xs) i = at xs (i - 1)
at [] _ = error "index too large"

{-@ search :: Int -> {xs:[Int] | len xs > 0} -> Bool @-}
search :: Int -> [Int] -> Bool
search x xs = go 0 (length xs)
  where
    go lo hi
      | lo > hi = False
      | y == x = True
      | y < x = go (mid + 1) hi
      | otherwise = go lo (mid - 1)
      where
        mid = (lo + hi) `div` 2
        y = at xs mid
