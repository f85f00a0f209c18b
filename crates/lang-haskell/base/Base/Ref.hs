{-# LANGUAGE MagicHash, NoImplicitPrelude, RankNTypes, UnboxedTuples #-}
-- | Computations with a state of their own, and references.
module Base.Ref where

import Base.Classes
import Base.Function
import Base.Monad
import GHC.Prim
import GHC.Types

newtype ST s a = ST (State# s -> (# State# s, a #))

unST :: ST s a -> State# s -> (# State# s, a #)
unST (ST m) = m

instance Functor (ST s) where
  fmap f (ST m) = ST (\s -> case m s of (# t, x #) -> (# t, f x #))

instance Applicative (ST s) where
  pure x = ST (\s -> (# s, x #))
  m <*> n = ap m n
  m *> n = m >>= \_ -> n

instance Monad (ST s) where
  ST m >>= k = ST (\s -> case m s of (# t, x #) -> unST (k x) t)

-- | The computation starts with a state that nobody else has: in Core it is the world's token.
runST :: (forall s. ST s a) -> a
runST computation = case computation of
  ST m -> case m realWorld# of (# _, x #) -> x

stToIO :: ST RealWorld a -> IO a
stToIO (ST m) = IO m

data STRef s a = STRef (MutVar# s a)

instance Eq (STRef s a) where
  STRef x == STRef y = isTrue# (sameMutVar# x y)

newSTRef :: a -> ST s (STRef s a)
newSTRef x = ST (\s -> case newMutVar# x s of (# t, var #) -> (# t, STRef var #))

readSTRef :: STRef s a -> ST s a
readSTRef (STRef var) = ST (\s -> readMutVar# var s)

writeSTRef :: STRef s a -> a -> ST s ()
writeSTRef (STRef var) x = ST (\s -> case writeMutVar# var x s of t -> (# t, () #))

modifySTRef, modifySTRef' :: STRef s a -> (a -> a) -> ST s ()
modifySTRef ref f = readSTRef ref >>= \x -> writeSTRef ref (f x)
modifySTRef' ref f = readSTRef ref >>= \x -> let y = f x in y `seq'` writeSTRef ref y

newtype IORef a = IORef (STRef RealWorld a)

instance Eq (IORef a) where
  IORef x == IORef y = x == y

newIORef :: a -> IO (IORef a)
newIORef x = stToIO (fmap IORef (newSTRef x))

readIORef :: IORef a -> IO a
readIORef (IORef ref) = stToIO (readSTRef ref)

writeIORef, atomicWriteIORef :: IORef a -> a -> IO ()
writeIORef (IORef ref) x = stToIO (writeSTRef ref x)
atomicWriteIORef ref x = writeIORef ref x

modifyIORef, modifyIORef' :: IORef a -> (a -> a) -> IO ()
modifyIORef (IORef ref) f = stToIO (modifySTRef ref f)
modifyIORef' (IORef ref) f = stToIO (modifySTRef' ref f)

atomicModifyIORef, atomicModifyIORef' :: IORef a -> (a -> (a, b)) -> IO b
atomicModifyIORef ref f = readIORef ref >>= \x ->
  let r = f x in writeIORef ref (fst r) >> return (snd r)
atomicModifyIORef' ref f = readIORef ref >>= \x ->
  case f x of (new, result) -> new `seq'` (result `seq'` (writeIORef ref new >> return result))
