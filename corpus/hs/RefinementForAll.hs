module RefinementForAll where

{-@ largest :: forall <p :: Int -> Bool>. xs:[Int<p>] -> d:Int<p> -> {v:Int<p> | v >= d} @-}
largest :: [Int] -> Int -> Int
largest [] d = d
largest (x:xs) d = largest xs (if x > d then x else d - 1)

{-@ plain :: x:Int -> {v:Int | v > x} @-}
plain :: Int -> Int
plain x = x + 1
