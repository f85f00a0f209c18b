module PlainDefault where

square :: Int -> Int
square x = x * x

{-@ area :: Int -> {v:Int | v >= 0} @-}
area :: Int -> Int
area x = square x
