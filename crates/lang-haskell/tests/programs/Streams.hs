module Streams where

import Data.List (unfoldr)

data Stream a = Cons a (Stream a)

nats :: Stream Int
nats = go 0 where go n = Cons n (go (n + 1))

takeS :: Int -> Stream a -> [a]
takeS 0 _ = []
takeS n (Cons x xs) = x : takeS (n - 1) xs

mapS :: (a -> b) -> Stream a -> Stream b
mapS f (Cons x xs) = Cons (f x) (mapS f xs)

pascal :: [[Integer]]
pascal = iterate (\row -> zipWith (+) (0 : row) (row ++ [0])) [1]

answer :: ([Int], [[Integer]], [Int], [Int], [(Int, Char)])
answer =
  ( takeS 4 (mapS (* 2) nats)
  , take 5 pascal
  , unfoldr (\n -> if n > 60 then Nothing else Just (n, n * 2)) 1
  , takeWhile (< 20) (filter odd (map (^ 2) [1 ..]))
  , zip [0 ..] (cycle "ab") `seq` take 3 (zip [0 ..] (cycle "ab"))
  )
