module MergeSort where

{-@ halve :: xs:[a] -> {v:([a], [a]) | len (fst v) + len (snd v) = len xs} @-}
halve :: [a] -> ([a], [a])
halve [] = ([], [])
halve [x] = ([x], [])
halve (x : y : rest) = let (as, bs) = halve rest in (x : as, y : bs)

{-@ merge :: xs:[Int] -> ys:[Int] -> {v:[Int] | len v = len xs + len ys} @-}
merge :: [Int] -> [Int] -> [Int]
merge [] ys = ys
merge xs [] = xs
merge (x : xs) (y : ys)
  | x <= y = x : merge xs (y : ys)
  | otherwise = y : merge (x : xs) ys
