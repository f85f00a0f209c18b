module Interleave where

{-@ interleave :: xs:[a] -> ys:[a] -> {v:[a] | len v = len xs + len ys} @-}
interleave :: [a] -> [a] -> [a]
interleave [] ys = ys
interleave (x : xs) ys = x : interleave ys xs

{-@ evens :: xs:[a] -> {v:[a] | len v + len v >= len xs && len v + len v <= len xs + 1} @-}
evens :: [a] -> [a]
evens [] = []
evens (x : xs) = x : odds xs

{-@ odds :: xs:[a] -> {v:[a] | len v + len v >= len xs - 1 && len v + len v <= len xs} @-}
odds :: [a] -> [a]
odds [] = []
odds (_ : xs) = evens xs
