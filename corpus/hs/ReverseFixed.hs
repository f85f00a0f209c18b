module ReverseFixed where

{-@ rev :: xs:[a] -> {v:[a] | len v = len xs} @-}
rev :: [a] -> [a]
rev xs = onto xs []

{-@ onto :: xs:[a] -> ys:[a] -> {v:[a] | len v = len xs + len ys} @-}
onto :: [a] -> [a] -> [a]
onto [] ys = ys
onto (x : xs) ys = onto xs (x : ys)
