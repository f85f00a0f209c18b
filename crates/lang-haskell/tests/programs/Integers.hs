module Integers where

factorial :: Integer -> Integer
factorial n = product [1 .. n]

answer :: (Integer, Integer, [Integer], [Int], Integer, [Bool], Int, Int, Integer)
answer =
  ( factorial 30
  , 2 ^ (100 :: Int) - 1
  , [(-7) `div` 2, (-7) `mod` 2, (-7) `quot` 2, (-7) `rem` 2, 7 `div` (-2), 7 `mod` (-2)]
  , [(-7) `div` 2, (-7) `mod` 2, (-7) `quot` 2, (-7) `rem` 2, 7 `div` (-2), 7 `mod` (-2)]
  , gcd 123456789012345678 987654321098765432
  , [even (3 :: Int), odd (3 :: Integer), 10 ^ (20 :: Int) > (10 ^ (19 :: Int) :: Integer)]
  , maxBound + 1
  , fromIntegral (2 ^ (64 :: Int) + 5 :: Integer)
  , toInteger (minBound :: Int)
  )
