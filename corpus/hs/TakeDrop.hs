module TakeDrop where

{-@ takeN :: n:{v:Int | v >= 0} -> {xs:[a] | n <= len xs} -> {v:[a] | len v = n} @-}
takeN :: Int -> [a] -> [a]
takeN 0 _ = []
takeN n (x : xs) = x : takeN (n - 1) xs
takeN _ [] = error "too few elements"

{-@ dropN :: n:{v:Int | v >= 0} -> {xs:[a] | n <= len xs} -> {v:[a] | len v = len xs - n} @-}
dropN :: Int -> [a] -> [a]
dropN 0 xs = xs
dropN n (_ : xs) = dropN (n - 1) xs
dropN _ [] = error "too few elements"

{-@ cut :: n:{v:Int | v >= 0} -> {xs:[a] | n <= len xs}
        -> {v:([a], [a]) | len (fst v) = n && len (snd v) = len xs - n} @-}
cut :: Int -> [a] -> ([a], [a])
cut n xs = (takeN n xs, dropN n xs)
