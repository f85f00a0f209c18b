module Sharing where

import Data.IORef
import System.IO.Unsafe (unsafePerformIO)

counter :: IORef Int
counter = unsafePerformIO (newIORef 0)
{-# NOINLINE counter #-}

tick :: Int -> Int
tick x = unsafePerformIO (modifyIORef counter (+ 1) >> return x)
{-# NOINLINE tick #-}

-- Elements of a list that is used twice, a definition at the top, and an argument are computed once.
xs :: [Int]
xs = map tick [1, 2, 3]

double :: Int -> Int
double y = y + y

answer :: (Int, Int, Int, Int)
answer = unsafePerformIO $ do
  a <- return $! sum xs + sum xs
  b <- readIORef counter
  c <- return $! double (tick 10)
  d <- readIORef counter
  return (a, b, c, d)
