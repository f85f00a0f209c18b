module Refs where

import Control.Monad
import Data.IORef
import System.IO.Unsafe (unsafePerformIO)

count :: [Int] -> IO Int
count xs = do
  r <- newIORef 0
  forM_ xs $ \x -> when (even x) $ modifyIORef r (+ x)
  readIORef r

-- A thunk is computed once: the counter tells.
shared :: IO (Int, Int)
shared = do
  r <- newIORef 0
  let x = unsafePerformIO (modifyIORef r (+ 1) >> return 5)
  s <- return $! x + x + x
  n <- readIORef r
  return (s, n)

answer :: ((Int, (Int, Int)))
answer = (unsafePerformIO (count [1 .. 10]), unsafePerformIO shared)
