module Ignored where

{-@ ignore grow @-}
{-@ grow :: x:Int -> {v:Int | v > x} @-}
grow :: Int -> Int
grow x = x * x

{-@ fail shrink @-}
{-@ shrink :: x:Int -> {v:Int | v < x} @-}
shrink :: Int -> Int
shrink x = x

{-@ caller :: x:Int -> {v:Int | v > x} @-}
caller :: Int -> Int
caller x = grow x
