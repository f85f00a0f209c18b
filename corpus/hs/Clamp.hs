module Clamp where

{-@ clamp :: lo:Int -> hi:Int -> Int -> {v:Int | lo <= v && v <= hi} @-}
clamp :: Int -> Int -> Int -> Int
clamp lo hi x
  | x < lo = lo
  | x > hi = hi
  | otherwise = x

{-@ clampOrdered :: lo:Int -> {hi:Int | lo <= hi} -> Int -> {v:Int | lo <= v && v <= hi} @-}
clampOrdered :: Int -> Int -> Int -> Int
clampOrdered lo hi x
  | x < lo = lo
  | x > hi = hi
  | otherwise = x
