module Doubles where

mean :: [Double] -> Double
mean xs = sum xs / fromIntegral (length xs)

answer :: (Double, [Double], Double, [Int], [Bool], Double, Double, [String], Float)
answer =
  ( mean [1, 2, 4]
  , [0.1 + 0.2, 1 / 3, 1e10, 1.5e-3, -2.5, 1 / 0, 0 * (-1)]
  , sqrt 2
  , [truncate (2.7 :: Double), round (2.5 :: Double), round (3.5 :: Double), ceiling (2.1 :: Double), floor (-2.1 :: Double)]
  , [isNaN (0 / 0 :: Double), (0 / 0 :: Double) == 0 / 0, 1 < (2 :: Double)]
  , 2 ** 0.5
  , fromIntegral (3 :: Int) * 1.1
  , map show [1.0 :: Double, 123456.789, 1e-4]
  , 1.1 * 1.1
  )
