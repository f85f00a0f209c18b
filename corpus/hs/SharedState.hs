module SharedState where
import Control.Concurrent.MVar
import Control.Concurrent.STM
import Control.Monad
{-@ bump :: Nat -> IO {v:Int | v > 0} @-}
bump :: Int -> IO Int
bump n = do
  m <- newMVar n
  modifyMVar_ m (return . (+ 1))
  takeMVar m
{-@ badBump :: Int -> IO {v:Int | v > 0} @-}
badBump :: Int -> IO Int
badBump n = do
  m <- newMVar n
  modifyMVar_ m (return . (+ 1))
  takeMVar m
{-@ transfer :: Nat -> Nat -> Nat -> IO Nat @-}
transfer :: Int -> Int -> Int -> IO Int
transfer a b n = do
  x <- newTVarIO a
  y <- newTVarIO b
  atomically $ do
    v <- readTVar x
    when (v >= n) $ do
      modifyTVar' x (subtract n)
      modifyTVar' y (+ n)
  readTVarIO x
{-@ badTransfer :: Nat -> Nat -> Nat -> IO Nat @-}
badTransfer :: Int -> Int -> Int -> IO Int
badTransfer a b n = do
  x <- newTVarIO a
  atomically $ modifyTVar' x (subtract n)
  readTVarIO x
