module GivenFunction where

{-@ applyAll :: f:({x:Int | x > 0} -> {r:Int | r > x}) -> [Nat] -> [{v:Int | v > 0}] @-}
applyAll :: (Int -> Int) -> [Int] -> [Int]
applyAll f xs = map f xs

{-@ applyNext :: f:({x:Int | x > 0} -> {r:Int | r > x}) -> [Nat] -> [{v:Int | v > 0}] @-}
applyNext :: (Int -> Int) -> [Int] -> [Int]
applyNext f xs = map (\x -> f (x + 1)) xs
