module Intervals where

{-@ data Interval = Interval { from :: Int, to :: {v:Int | from <= v} } @-}
data Interval = Interval {from :: Int, to :: Int} deriving (Eq, Show)

{-@ shift :: Int -> [Interval] -> [Interval] @-}
shift :: Int -> [Interval] -> [Interval]
shift _ [] = []
shift n (Interval a b : rest) = Interval (a + n) (b + n) : shift n rest

{-@ covered :: [Interval] -> {v:Int | v >= 0} @-}
covered :: [Interval] -> Int
covered [] = 0
covered (Interval a b : rest) = (b - a) + covered rest

{-@ hull :: Interval -> [Interval] -> Interval @-}
hull :: Interval -> [Interval] -> Interval
hull i [] = i
hull (Interval a b) (Interval c d : rest) =
  hull (Interval (if a < c then a else c) (if b < d then d else b)) rest
