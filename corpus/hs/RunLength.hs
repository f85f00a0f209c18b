module RunLength where

{-@ type Run = {v:(Int, Int) | fst v > 0} @-}

{-@ encode :: [Int] -> [Run] @-}
encode :: [Int] -> [(Int, Int)]
encode [] = []
encode (x : xs) = case encode xs of
  (n, y) : rest | x == y -> (n + 1, y) : rest
  rest -> (0, x) : rest
