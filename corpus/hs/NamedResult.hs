module NamedResult where

{-@ next :: x:Int -> v:{Int | v > x} @-}
next :: Int -> Int
next x = if x > 100 then x else x + 1

{-@ keep :: x:Int -> r:Int @-}
keep :: Int -> Int
keep x = x
