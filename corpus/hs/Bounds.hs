module Bounds (Bound, clampTo, toBound, depth, module Limits) where

import Limits

{-@ type Bound = {v:Int | 0 <= v && v < 100} @-}
type Bound = Int

{-@ measure depth @-}
{-@ depth :: [a] -> {v:Int | v >= 0} @-}
depth :: [a] -> Int
depth [] = 0
depth (_ : xs) = 1 + depth xs

{-@ toBound :: Int -> Bound @-}
toBound :: Int -> Int
toBound n = if n < 0 then 0 else if n > 99 then 99 else n

{-@ clampTo :: low:Bound -> {high:Bound | low <= high} -> Int -> {v:Int | low <= v && v <= high} @-}
clampTo :: Int -> Int -> Int -> Int
clampTo low high n = if n < low then low else if n > high then high else n
