module SumNat where

{-@ type Nat = {v:Int | v >= 0} @-}

{-@ total :: [Nat] -> Nat @-}
total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs

{-@ prefixes :: Nat -> [Nat] -> [Nat] @-}
prefixes :: Int -> [Int] -> [Int]
prefixes _ [] = []
prefixes n (x : xs) = (n + x) : prefixes (n + x) xs

{-@ clip :: top:Nat -> [Int] -> [{v:Nat | v <= top}] @-}
clip :: Int -> [Int] -> [Int]
clip _ [] = []
clip top (x : xs)
  | x < 0 = 0 : clip top xs
  | x > top = top : clip top xs
  | otherwise = x : clip top xs
