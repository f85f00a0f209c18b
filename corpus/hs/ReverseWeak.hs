-- why: the helper keeps all elements, but its type speaks of one list only
-- expect: rev -> REF002 onto
module ReverseWeak where

{-@ rev :: xs:[a] -> {v:[a] | len v = len xs} @-}
rev :: [a] -> [a]
rev xs = onto xs []

{-@ onto :: xs:[a] -> ys:[a] -> {v:[a] | len v >= len xs} @-}
onto :: [a] -> [a] -> [a]
onto [] ys = ys
onto (x : xs) ys = onto xs (x : ys)
