module RemoveAll where

{-@ remove :: x:Int -> [Int] -> {v:[Int] | not (Set_mem x (listElts v))} @-}
remove :: Int -> [Int] -> [Int]
remove _ [] = []
remove x (y : ys)
  | x == y = ys
  | otherwise = y : remove x ys

{-@ removeAll :: x:Int -> [Int] -> {v:[Int] | not (Set_mem x (listElts v))} @-}
removeAll :: Int -> [Int] -> [Int]
removeAll _ [] = []
removeAll x (y : ys)
  | x == y = removeAll x ys
  | otherwise = y : removeAll x ys
