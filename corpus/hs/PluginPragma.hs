{-# OPTIONS_GHC -fplugin=LiquidHaskell #-}
module PluginPragma where

{-@ LIQUID "--reflection" @-}

{-@ halve :: x:Nat -> {v:Nat | v < x} @-}
halve :: Int -> Int
halve x = x `div` 2
