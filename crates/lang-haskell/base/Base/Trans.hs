{-# LANGUAGE NoImplicitPrelude #-}
-- | Monads on top of others, and those that may fail.
module Base.Trans where

import Base.Classes
import Base.Function
import Base.Monad
import GHC.Types

class MonadTrans t where
  lift :: Monad m => m a -> t m a

-- Maybe -------------------------------------------------------------------------------------------

newtype MaybeT m a = MaybeT {runMaybeT :: m (Maybe a)}

instance Functor m => Functor (MaybeT m) where
  fmap f (MaybeT m) = MaybeT (fmap (fmap f) m)

instance (Functor m, Monad m) => Applicative (MaybeT m) where
  pure a = MaybeT (return (Just a))
  mf <*> mx = ap mf mx
  m *> k = m >>= \_ -> k

instance Monad m => Monad (MaybeT m) where
  MaybeT m >>= k = MaybeT (m >>= \r -> case r of
    Nothing -> return Nothing
    Just a -> runMaybeT (k a))

instance Monad m => MonadFail (MaybeT m) where
  fail _ = MaybeT (return Nothing)

instance (Functor m, Monad m) => Alternative (MaybeT m) where
  empty = MaybeT (return Nothing)
  MaybeT m <|> MaybeT n = MaybeT (m >>= \r -> case r of
    Nothing -> n
    Just _ -> return r)

instance Monad m => MonadPlus (MaybeT m)

instance MonadTrans MaybeT where
  lift m = MaybeT (fmap Just m)

instance MonadIO m => MonadIO (MaybeT m) where
  liftIO m = lift (liftIO m)

mapMaybeT :: (m (Maybe a) -> n (Maybe b)) -> MaybeT m a -> MaybeT n b
mapMaybeT f m = MaybeT (f (runMaybeT m))

hoistMaybe :: Applicative m => Maybe a -> MaybeT m a
hoistMaybe r = MaybeT (pure r)

maybeToExceptT :: Functor m => e -> MaybeT m a -> ExceptT e m a
maybeToExceptT e (MaybeT m) = ExceptT (fmap (maybe (Left e) Right) m)

exceptToMaybeT :: Functor m => ExceptT e m a -> MaybeT m a
exceptToMaybeT (ExceptT m) = MaybeT (fmap (either (\_ -> Nothing) Just) m)

-- Except ------------------------------------------------------------------------------------------

newtype ExceptT e m a = ExceptT (m (Either e a))

type Except e = ExceptT e Identity

runExceptT :: ExceptT e m a -> m (Either e a)
runExceptT (ExceptT m) = m

instance Functor m => Functor (ExceptT e m) where
  fmap f (ExceptT m) = ExceptT (fmap (fmap f) m)

instance (Functor m, Monad m) => Applicative (ExceptT e m) where
  pure a = ExceptT (return (Right a))
  mf <*> mx = ap mf mx
  m *> k = m >>= \_ -> k

instance Monad m => Monad (ExceptT e m) where
  ExceptT m >>= k = ExceptT (m >>= \r -> case r of
    Left e -> return (Left e)
    Right a -> runExceptT (k a))

instance MonadFail m => MonadFail (ExceptT e m) where
  fail message = ExceptT (fail message)

instance (Functor m, Monad m, Monoid e) => Alternative (ExceptT e m) where
  empty = ExceptT (return (Left mempty))
  ExceptT m <|> ExceptT n = ExceptT (m >>= \r -> case r of
    Right _ -> return r
    Left e -> fmap (either (\f -> Left (e <> f)) Right) n)

instance (Monad m, Monoid e) => MonadPlus (ExceptT e m)

instance MonadTrans (ExceptT e) where
  lift m = ExceptT (fmap Right m)

instance MonadIO m => MonadIO (ExceptT e m) where
  liftIO m = lift (liftIO m)

except :: Monad m => Either e a -> ExceptT e m a
except r = ExceptT (return r)

runExcept :: Except e a -> Either e a
runExcept (ExceptT m) = runIdentity m

mapExcept :: (Either e a -> Either f b) -> Except e a -> Except f b
mapExcept f m = mapExceptT (\(Identity r) -> Identity (f r)) m

withExcept :: (e -> f) -> Except e a -> Except f a
withExcept f m = withExceptT f m

mapExceptT :: (m (Either e a) -> n (Either f b)) -> ExceptT e m a -> ExceptT f n b
mapExceptT f (ExceptT m) = ExceptT (f m)

withExceptT :: Functor m => (e -> f) -> ExceptT e m a -> ExceptT f m a
withExceptT f (ExceptT m) = ExceptT (fmap (either (\e -> Left (f e)) Right) m)

throwE :: Monad m => e -> ExceptT e m a
throwE e = ExceptT (return (Left e))

catchE :: Monad m => ExceptT e m a -> (e -> ExceptT f m a) -> ExceptT f m a
catchE (ExceptT m) h = ExceptT (m >>= \r -> case r of
  Left e -> runExceptT (h e)
  Right a -> return (Right a))

-- Identity ----------------------------------------------------------------------------------------

newtype IdentityT f a = IdentityT {runIdentityT :: f a}

instance Functor m => Functor (IdentityT m) where
  fmap f (IdentityT m) = IdentityT (fmap f m)

instance Applicative m => Applicative (IdentityT m) where
  pure a = IdentityT (pure a)
  IdentityT f <*> IdentityT x = IdentityT (f <*> x)

instance Monad m => Monad (IdentityT m) where
  IdentityT m >>= k = IdentityT (m >>= \a -> runIdentityT (k a))

instance MonadTrans IdentityT where
  lift m = IdentityT m
