module ParityWeak where

{-@ double :: {n:Int | n >= 0} -> {v:Int | v >= n} @-}
double :: Int -> Int
double n = n + n

{-@ evenAfter :: {n:Int | n >= 0} -> {v:Int | v mod 2 = 0} @-}
evenAfter :: Int -> Int
evenAfter n = double n
