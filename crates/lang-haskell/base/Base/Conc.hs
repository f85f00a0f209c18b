{-# LANGUAGE NoImplicitPrelude #-}
-- | What threads share, for one thread: a wait that no other thread could end is the exception that GHC
-- raises there. A transaction notes how to undo what it has written.
module Base.Conc where

import Base.Classes
import Base.Error
import Base.Exception
import Base.Function
import Base.Monad
import Base.Ref
import GHC.Types

newtype MVar a = MVar (IORef (Maybe a))

instance Eq (MVar a) where
  MVar x == MVar y = x == y

blockedOnMVar, blockedInTransaction :: IO a
blockedOnMVar = ioError (userError "thread blocked indefinitely in an MVar operation")
blockedInTransaction = ioError (userError "thread blocked indefinitely in an STM transaction")

newMVar :: a -> IO (MVar a)
newMVar x = fmap MVar (newIORef (Just x))

newEmptyMVar :: IO (MVar a)
newEmptyMVar = fmap MVar (newIORef Nothing)

takeMVar, readMVar :: MVar a -> IO a
takeMVar (MVar ref) = readIORef ref >>= \held -> case held of
  Just x -> writeIORef ref Nothing >> return x
  Nothing -> blockedOnMVar
readMVar (MVar ref) = readIORef ref >>= \held -> case held of
  Just x -> return x
  Nothing -> blockedOnMVar

putMVar :: MVar a -> a -> IO ()
putMVar (MVar ref) x = readIORef ref >>= \held -> case held of
  Just _ -> blockedOnMVar
  Nothing -> writeIORef ref (Just x)

tryTakeMVar, tryReadMVar :: MVar a -> IO (Maybe a)
tryTakeMVar (MVar ref) = readIORef ref >>= \held -> writeIORef ref Nothing >> return held
tryReadMVar (MVar ref) = readIORef ref

tryPutMVar :: MVar a -> a -> IO Bool
tryPutMVar (MVar ref) x = readIORef ref >>= \held -> case held of
  Just _ -> return False
  Nothing -> writeIORef ref (Just x) >> return True

isEmptyMVar :: MVar a -> IO Bool
isEmptyMVar (MVar ref) = readIORef ref >>= \held -> case held of
  Just _ -> return False
  Nothing -> return True

swapMVar :: MVar a -> a -> IO a
swapMVar m new = takeMVar m >>= \old -> putMVar m new >> return old

withMVar, withMVarMasked :: MVar a -> (a -> IO b) -> IO b
withMVar m act = takeMVar m >>= \x -> (act x `onException` putMVar m x) >>= \y -> putMVar m x >> return y
withMVarMasked = withMVar

modifyMVar_, modifyMVarMasked_ :: MVar a -> (a -> IO a) -> IO ()
modifyMVar_ m act = takeMVar m >>= \x -> (act x `onException` putMVar m x) >>= putMVar m
modifyMVarMasked_ = modifyMVar_

modifyMVar, modifyMVarMasked :: MVar a -> (a -> IO (a, b)) -> IO b
modifyMVar m act = takeMVar m >>= \x ->
  (act x `onException` putMVar m x) >>= \(y, z) -> putMVar m y >> return z
modifyMVarMasked = modifyMVar

-- Transactions ------------------------------------------------------------------------------------

-- | Nothing is a transaction that has to wait. The reference holds what undoes the writes, the last first.
newtype STM a = STM (IORef [IO ()] -> IO (Maybe a))

unSTM :: STM a -> IORef [IO ()] -> IO (Maybe a)
unSTM (STM m) = m

instance Functor STM where
  fmap f m = m >>= \x -> return (f x)

instance Applicative STM where
  pure x = STM (\_ -> return (Just x))
  m <*> n = m >>= \f -> n >>= \x -> return (f x)
  m *> n = m >>= \_ -> n

instance Monad STM where
  STM m >>= k = STM (\undo -> m undo >>= \held -> case held of
    Just x -> unSTM (k x) undo
    Nothing -> return Nothing)

instance Alternative STM where
  empty = retry
  (<|>) = orElse

instance MonadPlus STM where
  mzero = retry
  mplus = orElse

undoAll :: IORef [IO ()] -> IO ()
undoAll undo = readIORef undo >>= \steps -> writeIORef undo [] >> go steps
  where
    go [] = return ()
    go (step : rest) = step >> go rest

atomically :: STM a -> IO a
atomically (STM m) = newIORef [] >>= \undo ->
  (m undo `onException` undoAll undo) >>= \held -> case held of
    Just x -> return x
    Nothing -> undoAll undo >> blockedInTransaction

retry :: STM a
retry = STM (\_ -> return Nothing)

check :: Bool -> STM ()
check True = return ()
check False = retry

orElse :: STM a -> STM a -> STM a
orElse (STM m) (STM n) = STM (\undo -> newIORef [] >>= \own -> m own >>= \held -> case held of
  Nothing -> undoAll own >> n undo
  Just x -> readIORef own >>= \steps -> modifyIORef undo (steps ++) >> return (Just x))

throwSTM :: Exception e => e -> STM a
throwSTM e = STM (\_ -> throwIO e)

newtype TVar a = TVar (IORef a)

instance Eq (TVar a) where
  TVar x == TVar y = x == y

newTVar :: a -> STM (TVar a)
newTVar x = STM (\_ -> fmap (\ref -> Just (TVar ref)) (newIORef x))

newTVarIO :: a -> IO (TVar a)
newTVarIO x = fmap TVar (newIORef x)

readTVar :: TVar a -> STM a
readTVar (TVar ref) = STM (\_ -> fmap Just (readIORef ref))

readTVarIO :: TVar a -> IO a
readTVarIO (TVar ref) = readIORef ref

writeTVar :: TVar a -> a -> STM ()
writeTVar (TVar ref) x = STM (\undo -> readIORef ref >>= \old ->
  modifyIORef undo (writeIORef ref old :) >> writeIORef ref x >> return (Just ()))

modifyTVar, modifyTVar' :: TVar a -> (a -> a) -> STM ()
modifyTVar v f = readTVar v >>= \x -> writeTVar v (f x)
modifyTVar' v f = readTVar v >>= \x -> f x `seq'` writeTVar v (f x)

stateTVar :: TVar s -> (s -> (a, s)) -> STM a
stateTVar v f = readTVar v >>= \s -> case f s of (a, t) -> writeTVar v t >> return a

swapTVar :: TVar a -> a -> STM a
swapTVar v new = readTVar v >>= \old -> writeTVar v new >> return old
