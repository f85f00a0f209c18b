{-# LANGUAGE ScopedTypeVariables, TypeApplications, BangPatterns #-}
module LetPoly where

answer :: (Int, String, [Int], Int, Int, Bool)
answer =
  ( let go :: Int -> Int; go 0 = 0; go n = n + go (n - 1) in go 10
  , let swap (a, b) = (b, a); (s, _) = swap (1 :: Int, "q") in s
  , let !x = 3; ys = [x, y]; y = x + 1 in ys
  , read @Int "12"
  , let f = \x -> x * 2; g = f . f in g 3
  , let p = even; q = not . p in q (3 :: Int)
  )
