module ZipPairs where

{-@ zipPairs :: xs:[a] -> {ys:[b] | len ys = len xs} -> {v:[(a, b)] | len v = len xs} @-}
zipPairs :: [a] -> [b] -> [(a, b)]
zipPairs [] [] = []
zipPairs (x : xs) (y : ys) = (x, y) : zipPairs xs ys
zipPairs _ _ = error "the lists differ in length"

{-@ unzipPairs :: xs:[(a, b)] -> {v:([a], [b]) | len (fst v) = len xs && len (snd v) = len xs} @-}
unzipPairs :: [(a, b)] -> ([a], [b])
unzipPairs [] = ([], [])
unzipPairs ((x, y) : rest) = case unzipPairs rest of
  (xs, ys) -> (x : xs, y : ys)
