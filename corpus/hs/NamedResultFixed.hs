module NamedResultFixed where

{-@ next :: x:Int -> v:{Int | v > x} @-}
next :: Int -> Int
next x = x + 1
