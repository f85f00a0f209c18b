module MergeSort where

msort :: Ord a => [a] -> [a]
msort [] = []
msort [x] = [x]
msort xs = merge (msort a) (msort b)
  where
    (a, b) = splitAt (length xs `div` 2) xs
    merge [] r = r
    merge l [] = l
    merge (l : ls) (r : rs)
      | l <= r = l : merge ls (r : rs)
      | otherwise = r : merge (l : ls) rs

qsort :: Ord a => [a] -> [a]
qsort [] = []
qsort (p : xs) = qsort [x | x <- xs, x < p] ++ [p] ++ qsort [x | x <- xs, x >= p]

answer :: ([Int], String, [(Int, Char)])
answer = (msort [5, 2, 8, -1, 3], qsort "lazy evaluation", msort [(2, 'a'), (1, 'b'), (2, 'A')])
