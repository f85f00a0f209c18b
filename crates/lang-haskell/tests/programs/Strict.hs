{-# LANGUAGE BangPatterns #-}
module Strict where

import Data.List (foldl')

data P = P !Int Int

total :: [Int] -> Int
total = go 0
  where
    go !acc [] = acc
    go !acc (x : xs) = go (acc + x) xs

first :: P -> Int
first (P a _) = a

answer :: (Int, Int, Int, Int)
answer = (total [1 .. 100], foldl' (+) 0 [1 .. 50], first (P 3 undefined), (1 :: Int) `seq` 2)
