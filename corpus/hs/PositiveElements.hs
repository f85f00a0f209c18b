module PositiveElements where

{-@ type Pos = {v:Int | v > 0} @-}

{-@ decrement :: [Pos] -> [Pos] @-}
decrement :: [Int] -> [Int]
decrement = map (subtract 1)

{-@ increment :: [Pos] -> [Pos] @-}
increment :: [Int] -> [Int]
increment = map (+ 1)
