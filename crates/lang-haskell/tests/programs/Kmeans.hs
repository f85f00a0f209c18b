module Kmeans where

import Data.List (minimumBy, sortBy)
import Data.Ord (comparing)

type Point = (Double, Double)

dist :: Point -> Point -> Double
dist (a, b) (c, d) = (a - c) ^ 2 + (b - d) ^ 2

nearest :: [Point] -> Point -> Int
nearest cs p = snd (minimumBy (comparing fst) (zip (map (dist p) cs) [0 ..]))

step :: [Point] -> [Point] -> [Point]
step ps cs = [center [p | p <- ps, nearest cs p == i] | i <- [0 .. length cs - 1]]
  where
    center qs = (sum (map fst qs) / n, sum (map snd qs) / n) where n = fromIntegral (length qs)

answer :: [Point]
answer = sortBy (comparing fst) (iterate (step [(0, 0), (1, 1), (9, 9), (10, 8), (0, 1)]) [(0, 0), (10, 10)] !! 3)
