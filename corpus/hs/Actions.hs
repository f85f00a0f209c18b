module Actions where

import Control.Exception
import Data.IORef

{-@ assume ask :: IO {v:Int | v > 0} @-}
ask :: IO Int
ask = fmap length getLine

{-@ share :: Int -> {n:Int | n /= 0} -> IO Int @-}
share :: Int -> Int -> IO Int
share total n = do
  putStrLn ("sharing " ++ show total)
  return (total `div` n)

{-@ asked :: Int -> IO Int @-}
asked :: Int -> IO Int
asked total = ask >>= share total

{-@ badShared :: Int -> Int -> IO Int @-}
badShared :: Int -> Int -> IO Int
badShared total n = share total (n - 1)

{-@ count :: [{v:Int | v >= 0}] -> IO {v:Int | v >= 0} @-}
count :: [Int] -> IO Int
count ns = do
  sum <- newIORef 0
  mapM_ (\n -> modifyIORef sum (+ n)) ns
  readIORef sum

{-@ badCount :: {n:Int | n >= 0} -> IO {v:Int | v > 0} @-}
badCount :: Int -> IO Int
badCount n = do
  sum <- newIORef n
  modifyIORef sum (* 2)
  readIORef sum

{-@ rescued :: Int -> IO {v:Int | v >= 0} @-}
rescued :: Int -> IO Int
rescued n = (if n < 0 then throwIO (userError "negative") else return n) `catch` caught
  where
    caught :: IOException -> IO Int
    caught _ = return 0
