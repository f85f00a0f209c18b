module FilterWeak where

{-@ keep :: (Int -> Bool) -> [Int] -> [Int] @-}
keep :: (Int -> Bool) -> [Int] -> [Int]
keep _ [] = []
keep p (x : xs)
  | p x = x : keep p xs
  | otherwise = keep p xs

{-@ positives :: [Int] -> [{v:Int | v > 0}] @-}
positives :: [Int] -> [Int]
positives xs = keep (> 0) xs
