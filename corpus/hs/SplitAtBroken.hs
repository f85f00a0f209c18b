module SplitAtBroken where

{-@ cut :: n:{v:Int | v >= 0} -> xs:[a] -> {v:([a], [a]) | len (fst v) + len (snd v) = len xs} @-}
cut :: Int -> [a] -> ([a], [a])
cut _ [] = ([], [])
cut 0 (_ : xs) = ([], xs)
cut n (x : xs) = let (as, bs) = cut (n - 1) xs in (x : as, bs)
