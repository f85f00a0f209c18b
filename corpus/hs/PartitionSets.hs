module PartitionSets where

{-@ partition :: (Int -> Bool) -> xs:[Int]
              -> {v:([Int], [Int]) | Set_cup (listElts (fst v)) (listElts (snd v)) = listElts xs} @-}
partition :: (Int -> Bool) -> [Int] -> ([Int], [Int])
partition _ [] = ([], [])
partition p (x : xs) = case partition p xs of
  (yes, no) -> if p x then (x : yes, no) else (yes, x : no)

{-@ keep :: (Int -> Bool) -> xs:[Int] -> {v:[Int] | Set_sub (listElts v) (listElts xs) && len v <= len xs} @-}
keep :: (Int -> Bool) -> [Int] -> [Int]
keep _ [] = []
keep p (x : xs) = if p x then x : keep p xs else keep p xs

{-@ append :: xs:[Int] -> ys:[Int] -> {v:[Int] | listElts v = Set_cup (listElts xs) (listElts ys)} @-}
append :: [Int] -> [Int] -> [Int]
append [] ys = ys
append (x : xs) ys = x : append xs ys

{-@ reversed :: xs:[Int] -> ys:[Int] -> {v:[Int] | listElts v = Set_cup (listElts xs) (listElts ys)} @-}
reversed :: [Int] -> [Int] -> [Int]
reversed [] ys = ys
reversed (x : xs) ys = reversed xs (x : ys)
