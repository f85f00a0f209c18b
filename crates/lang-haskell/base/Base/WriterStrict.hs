{-# LANGUAGE NoImplicitPrelude #-}
-- | Computations with an output, one after the other.
module Base.WriterStrict where

import Base.Classes
import Base.Function
import Base.Monad
import Base.Trans
import GHC.Types

newtype WriterT w m a = WriterT {runWriterT :: m (a, w)}

type Writer w = WriterT w Identity

instance Functor m => Functor (WriterT w m) where
  fmap f (WriterT m) = WriterT (fmap (\(a, w) -> (f a, w)) m)

instance (Monoid w, Applicative m) => Applicative (WriterT w m) where
  pure a = WriterT (pure (a, mempty))
  WriterT mf <*> WriterT mx = WriterT (liftA2 (\(f, w) (x, v) -> (f x, w <> v)) mf mx)

instance (Monoid w, Monad m) => Monad (WriterT w m) where
  WriterT m >>= k =
    WriterT (m >>= \(a, w) -> runWriterT (k a) >>= \(b, v) -> return (b, w <> v))

instance (Monoid w, MonadFail m) => MonadFail (WriterT w m) where
  fail message = WriterT (fail message)

instance (Monoid w, Alternative m) => Alternative (WriterT w m) where
  empty = WriterT empty
  WriterT m <|> WriterT n = WriterT (m <|> n)

instance (Monoid w, MonadPlus m) => MonadPlus (WriterT w m)

instance Monoid w => MonadTrans (WriterT w) where
  lift m = WriterT (m >>= \a -> return (a, mempty))

instance (Monoid w, MonadIO m) => MonadIO (WriterT w m) where
  liftIO m = lift (liftIO m)

writer :: Monad m => (a, w) -> WriterT w m a
writer r = WriterT (return r)

runWriter :: Writer w a -> (a, w)
runWriter m = runIdentity (runWriterT m)

execWriter :: Writer w a -> w
execWriter m = snd (runWriter m)

execWriterT :: Monad m => WriterT w m a -> m w
execWriterT m = runWriterT m >>= \(_, w) -> return w

mapWriterT :: (m (a, w) -> n (b, v)) -> WriterT w m a -> WriterT v n b
mapWriterT f m = WriterT (f (runWriterT m))

mapWriter :: ((a, w) -> (b, v)) -> Writer w a -> Writer v b
mapWriter f m = mapWriterT (\(Identity r) -> Identity (f r)) m

tell :: Monad m => w -> WriterT w m ()
tell w = WriterT (return ((), w))

listen :: Monad m => WriterT w m a -> WriterT w m (a, w)
listen (WriterT m) = WriterT (m >>= \(a, w) -> return ((a, w), w))

listens :: Monad m => (w -> b) -> WriterT w m a -> WriterT w m (a, b)
listens f (WriterT m) = WriterT (m >>= \(a, w) -> return ((a, f w), w))

pass :: Monad m => WriterT w m (a, w -> w) -> WriterT w m a
pass (WriterT m) = WriterT (m >>= \((a, f), w) -> return (a, f w))

censor :: Monad m => (w -> w) -> WriterT w m a -> WriterT w m a
censor f (WriterT m) = WriterT (m >>= \(a, w) -> return (a, f w))
