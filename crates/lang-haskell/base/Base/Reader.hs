{-# LANGUAGE NoImplicitPrelude #-}
-- | Computations in surroundings.
module Base.Reader where

import Base.Classes
import Base.Function
import Base.Monad
import Base.Trans
import GHC.Types

newtype ReaderT r m a = ReaderT {runReaderT :: r -> m a}

type Reader r = ReaderT r Identity

instance Functor m => Functor (ReaderT r m) where
  fmap f (ReaderT m) = ReaderT (\r -> fmap f (m r))

instance Applicative m => Applicative (ReaderT r m) where
  pure a = ReaderT (\_ -> pure a)
  ReaderT f <*> ReaderT x = ReaderT (\r -> f r <*> x r)
  ReaderT m *> ReaderT n = ReaderT (\r -> m r *> n r)

instance Monad m => Monad (ReaderT r m) where
  ReaderT m >>= k = ReaderT (\r -> m r >>= \a -> runReaderT (k a) r)

instance MonadFail m => MonadFail (ReaderT r m) where
  fail message = ReaderT (\_ -> fail message)

instance Alternative m => Alternative (ReaderT r m) where
  empty = ReaderT (\_ -> empty)
  ReaderT m <|> ReaderT n = ReaderT (\r -> m r <|> n r)

instance MonadPlus m => MonadPlus (ReaderT r m)

instance MonadTrans (ReaderT r) where
  lift m = ReaderT (\_ -> m)

instance MonadIO m => MonadIO (ReaderT r m) where
  liftIO m = lift (liftIO m)

reader :: Monad m => (r -> a) -> ReaderT r m a
reader f = ReaderT (\r -> return (f r))

runReader :: Reader r a -> r -> a
runReader (ReaderT m) r = runIdentity (m r)

mapReader :: (a -> b) -> Reader r a -> Reader r b
mapReader f m = mapReaderT (\(Identity a) -> Identity (f a)) m

withReader :: (s -> r) -> Reader r a -> Reader s a
withReader f m = withReaderT f m

mapReaderT :: (m a -> n b) -> ReaderT r m a -> ReaderT r n b
mapReaderT f (ReaderT m) = ReaderT (\r -> f (m r))

withReaderT :: (s -> r) -> ReaderT r m a -> ReaderT s m a
withReaderT f (ReaderT m) = ReaderT (\r -> m (f r))

ask :: Monad m => ReaderT r m r
ask = ReaderT return

local :: (r -> r) -> ReaderT r m a -> ReaderT r m a
local f m = withReaderT f m

asks :: Monad m => (r -> a) -> ReaderT r m a
asks f = ReaderT (\r -> return (f r))
