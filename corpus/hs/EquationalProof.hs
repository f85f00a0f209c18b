module EquationalProof where

import Language.Haskell.Liquid.ProofCombinators

{-@ reflect plus @-}
plus :: Int -> Int -> Int
plus a b = a + b

{-@ commutes :: x:Int -> y:Int -> {plus x y == plus y x} @-}
commutes :: Int -> Int -> Proof
commutes x y = plus x y === y + x === plus y x *** QED

{-@ grows :: x:Int -> {plus x 1 == x} @-}
grows :: Int -> Proof
grows _ = trivial *** QED
