module Ios where

import Control.Exception
import Control.Monad
import Data.IORef
import System.IO.Unsafe (unsafePerformIO)

loop :: IORef Int -> Int -> IO ()
loop r n = when (n > 0) $ do
  modifyIORef' r (+ n)
  loop r (n - 1)

run :: IO a -> a
run = unsafePerformIO

-- What a reference holds is not evaluated.
lazyRef :: IO Int
lazyRef = do
  r <- newIORef undefined
  writeIORef r 3
  s <- newIORef (error "never")
  modifyIORef s (const 4)
  (+) <$> readIORef r <*> readIORef s

cleanup :: IO [String]
cleanup = do
  trace <- newIORef []
  let note s = modifyIORef trace (s :)
  _ <- try (note "start" >> throwIO (userError "boom") `finally` note "finally") :: IO (Either IOException ())
  handle (\e -> note ("caught " ++ show (e :: ArithException))) (void (evaluate (1 `mod` (0 :: Int))))
  reverse <$> readIORef trace

answer :: (Int, Int, [String], [Int], Int)
answer =
  ( run (newIORef 0 >>= \r -> loop r 10 >> readIORef r)
  , run lazyRef
  , run cleanup
  , run (forM [1, 2, 3] (\x -> return (x * x)))
  , run (foldM (\a x -> return (a + x)) 0 [1 .. 5])
  )
