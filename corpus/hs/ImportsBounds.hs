module ImportsBounds where

import qualified Bounds as B
import Bounds (depth, limit)

{-@ wide :: Int -> Int @-}
wide :: Int -> Int
wide n = B.clampTo 50 10 n

{-@ narrow :: Int -> {v:Int | v >= 10} @-}
narrow :: Int -> Int
narrow n = B.clampTo 10 50 n

{-@ passedOn :: Int -> Int @-}
passedOn :: Int -> Int
passedOn n = limit n

{-@ exact :: xs:[Int] -> {v:Int | v == depth xs} @-}
exact :: [Int] -> Int
exact xs = depth xs

{-@ tooLong :: xs:[Int] -> {v:Int | v < depth xs} @-}
tooLong :: [Int] -> Int
tooLong xs = length xs

{-@ byAlias :: Int -> Bound @-}
byAlias :: Int -> B.Bound
byAlias n = if n > 7 then n else 7
