module AppendDrops where

{-@ append :: xs:[a] -> ys:[a] -> {v:[a] | len v = len xs + len ys} @-}
append :: [a] -> [a] -> [a]
append [] ys = ys
append [_] [] = []
append (x : xs) ys = x : append xs ys
