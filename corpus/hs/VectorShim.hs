module VectorShim where

import Data.Vector (Vector, (!))
import qualified Data.Vector as V

{-@ final :: {v:Vector Int | vlen v > 0} -> Int @-}
final :: Vector Int -> Int
final v = v ! (V.length v - 1)

{-@ badFinal :: Vector Int -> Int @-}
badFinal :: Vector Int -> Int
badFinal v = v ! (V.length v - 1)

{-@ middle :: {v:Vector a | vlen v > 0} -> a @-}
middle :: Vector a -> a
middle v = v ! (V.length v `div` 2)

{-@ badDistance :: Vector Int -> Vector Int -> Int @-}
badDistance :: Vector Int -> Vector Int -> Int
badDistance a b = sum [abs (a ! i - b ! i) | i <- [0 .. V.length a - 1]]
