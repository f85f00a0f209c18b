module FacetFewest where

shift :: Int -> Int
shift x = x + 1

scale :: Int -> Int
scale x = 2 * x

{-@ place :: x:Int -> {v:Int | v == x + 1 || v == 0} @-}
place :: Int -> Int
place x = if scale x > 10 then shift x else 0
