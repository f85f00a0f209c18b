module Doubles where

{-@ half :: {x:Double | x > 0.0} -> {v:Double | v > 1.0} @-}
half :: Double -> Double
half x = x / 2

{-@ inverse :: {x:Double | x /= 0.0} -> Double @-}
inverse :: Double -> Double
inverse x = 1 / x

{-@ share :: {x:Double | x >= 0.0} -> Double @-}
share :: Double -> Double
share x = inverse x

{-@ smaller :: x:Double -> {y:Double | y < x} -> {v:Double | v < x} @-}
smaller :: Double -> Double -> Double
smaller x y = if x > 0.5 then y else y

{-@ list :: [{x:Double | x > 0.1}] -> {v:Bool | v} @-}
list :: [Double] -> Bool
list [x, y] = x > 0.3 || y > 0.2
list _ = True
