module UnreadSignature where

{-@ odd1 :: x:Int -> {v:Int | v ??? x} @-}
odd1 :: Int -> Int
odd1 x = x

{-@ up :: x:Int -> {v:Int | v > x} @-}
up :: Int -> Int
up x = x

{-@ twice :: x:Int -> {v:Int | v == x + x} @-}
twice :: Int -> Int
twice x = x + odd1 x
