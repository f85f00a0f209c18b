module FunctionArguments where

{-@ callsWithAny :: f:({x:Int | x > 0} -> Int) -> Int -> Int @-}
callsWithAny :: (Int -> Int) -> Int -> Int
callsWithAny f n = f n

{-@ callsWithPositive :: f:({x:Int | x > 0} -> Int) -> Int -> Int @-}
callsWithPositive :: (Int -> Int) -> Int -> Int
callsWithPositive f n = if n > 0 then f n else 0

{-@ reliesOnResult :: f:(Int -> {v:Int | v > 0}) -> Int -> {v:Int | v > 1} @-}
reliesOnResult :: (Int -> Int) -> Int -> Int
reliesOnResult f n = f n + 1

{-@ doubtsResult :: f:(Int -> {v:Int | v > 0}) -> Int -> {v:Int | v > 1} @-}
doubtsResult :: (Int -> Int) -> Int -> Int
doubtsResult f n = f n

{-@ applyTo :: f:(Int -> {v:Int | v > 0}) -> Int -> {v:Int | v > 0} @-}
applyTo :: (Int -> Int) -> Int -> Int
applyTo f n = f n

{-@ passesNegative :: Int -> Int @-}
passesNegative :: Int -> Int
passesNegative n = applyTo (\x -> x - 1) n

{-@ passesPositive :: Int -> {v:Int | v > 0} @-}
passesPositive :: Int -> Int
passesPositive n = applyTo (\x -> if x > 0 then x else 1) n

{-@ speaksOfOther :: low:Int -> f:({x:Int | x > low} -> Int) -> Int @-}
speaksOfOther :: Int -> (Int -> Int) -> Int
speaksOfOther low f = f low
