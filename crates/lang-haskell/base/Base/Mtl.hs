{-# LANGUAGE FlexibleInstances, FunctionalDependencies, NoImplicitPrelude, UndecidableInstances #-}
-- | The same operations in every stack of monads.
module Base.Mtl where

import Base.Classes
import Base.Exception (IOException, catch, ioError)
import Base.Function
import Base.Monad
import Base.Reader (ReaderT (..))
import qualified Base.Reader as Reader
import qualified Base.StateLazy as Lazy
import qualified Base.StateStrict as Strict
import Base.Trans
import qualified Base.WriterLazy as LazyW
import qualified Base.WriterStrict as StrictW
import GHC.Types

-- State -------------------------------------------------------------------------------------------

class Monad m => MonadState s m | m -> s where
  get :: m s
  put :: s -> m ()
  state :: (s -> (a, s)) -> m a
  get = state (\s -> (s, s))
  put s = state (\_ -> ((), s))
  state f = get >>= \s -> let r = f s in put (snd r) >> return (fst r)

modify, modify' :: MonadState s m => (s -> s) -> m ()
modify f = state (\s -> ((), f s))
modify' f = get >>= \s -> let t = f s in t `seq'` put t

gets :: MonadState s m => (s -> a) -> m a
gets f = get >>= \s -> return (f s)

instance Monad m => MonadState s (Lazy.StateT s m) where
  get = Lazy.get
  put s = Lazy.put s
  state f = Lazy.state f

instance Monad m => MonadState s (Strict.StateT s m) where
  get = Strict.get
  put s = Strict.put s
  state f = Strict.state f

instance MonadState s m => MonadState s (MaybeT m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)

instance MonadState s m => MonadState s (ExceptT e m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)

instance MonadState s m => MonadState s (ReaderT r m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)

instance (Monoid w, MonadState s m) => MonadState s (LazyW.WriterT w m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)

instance (Monoid w, MonadState s m) => MonadState s (StrictW.WriterT w m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)

-- Reader ------------------------------------------------------------------------------------------

class Monad m => MonadReader r m | m -> r where
  ask :: m r
  local :: (r -> r) -> m a -> m a
  reader :: (r -> a) -> m a
  ask = reader id
  reader f = ask >>= \r -> return (f r)

asks :: MonadReader r m => (r -> a) -> m a
asks f = reader f

instance MonadReader r ((->) r) where
  ask = id
  local f m = \r -> m (f r)
  reader f = f

instance Monad m => MonadReader r (ReaderT r m) where
  ask = Reader.ask
  local f m = Reader.local f m
  reader f = Reader.reader f

instance MonadReader r m => MonadReader r (Lazy.StateT s m) where
  ask = lift ask
  local f m = Lazy.mapStateT (local f) m
  reader f = lift (reader f)

instance MonadReader r m => MonadReader r (Strict.StateT s m) where
  ask = lift ask
  local f m = Strict.mapStateT (local f) m
  reader f = lift (reader f)

instance MonadReader r m => MonadReader r (MaybeT m) where
  ask = lift ask
  local f m = mapMaybeT (local f) m
  reader f = lift (reader f)

instance MonadReader r m => MonadReader r (ExceptT e m) where
  ask = lift ask
  local f m = mapExceptT (local f) m
  reader f = lift (reader f)

instance (Monoid w, MonadReader r m) => MonadReader r (LazyW.WriterT w m) where
  ask = lift ask
  local f m = LazyW.mapWriterT (local f) m
  reader f = lift (reader f)

instance (Monoid w, MonadReader r m) => MonadReader r (StrictW.WriterT w m) where
  ask = lift ask
  local f m = StrictW.mapWriterT (local f) m
  reader f = lift (reader f)

-- Writer ------------------------------------------------------------------------------------------

class (Monoid w, Monad m) => MonadWriter w m | m -> w where
  writer :: (a, w) -> m a
  tell :: w -> m ()
  listen :: m a -> m (a, w)
  pass :: m (a, w -> w) -> m a
  writer r = tell (snd r) >> return (fst r)
  tell w = writer ((), w)

listens :: MonadWriter w m => (w -> b) -> m a -> m (a, b)
listens f m = listen m >>= \r -> return (fst r, f (snd r))

censor :: MonadWriter w m => (w -> w) -> m a -> m a
censor f m = pass (m >>= \a -> return (a, f))

instance (Monoid w, Monad m) => MonadWriter w (LazyW.WriterT w m) where
  writer r = LazyW.writer r
  tell w = LazyW.tell w
  listen m = LazyW.listen m
  pass m = LazyW.pass m

instance (Monoid w, Monad m) => MonadWriter w (StrictW.WriterT w m) where
  writer r = StrictW.writer r
  tell w = StrictW.tell w
  listen m = StrictW.listen m
  pass m = StrictW.pass m

instance MonadWriter w m => MonadWriter w (Lazy.StateT s m) where
  writer r = lift (writer r)
  tell w = lift (tell w)
  listen m = Lazy.StateT (\s -> listen (Lazy.runStateT m s) >>= \ ~(~(a, t), w) -> return ((a, w), t))
  pass m = Lazy.StateT (\s -> pass (Lazy.runStateT m s >>= \ ~(~(a, f), t) -> return ((a, t), f)))

instance MonadWriter w m => MonadWriter w (Strict.StateT s m) where
  writer r = lift (writer r)
  tell w = lift (tell w)
  listen m = Strict.StateT (\s -> listen (Strict.runStateT m s) >>= \((a, t), w) -> return ((a, w), t))
  pass m = Strict.StateT (\s -> pass (Strict.runStateT m s >>= \((a, f), t) -> return ((a, t), f)))

instance MonadWriter w m => MonadWriter w (ReaderT r m) where
  writer r = lift (writer r)
  tell w = lift (tell w)
  listen m = Reader.mapReaderT listen m
  pass m = Reader.mapReaderT pass m

instance MonadWriter w m => MonadWriter w (ExceptT e m) where
  writer r = lift (writer r)
  tell w = lift (tell w)
  listen (ExceptT m) = ExceptT (listen m >>= \(r, w) -> return (fmap (\a -> (a, w)) r))
  pass (ExceptT m) = ExceptT (pass (m >>= \r -> return (case r of
    Left e -> (Left e, id)
    Right (a, f) -> (Right a, f))))

instance MonadWriter w m => MonadWriter w (MaybeT m) where
  writer r = lift (writer r)
  tell w = lift (tell w)
  listen (MaybeT m) = MaybeT (listen m >>= \(r, w) -> return (fmap (\a -> (a, w)) r))
  pass (MaybeT m) = MaybeT (pass (m >>= \r -> return (case r of
    Nothing -> (Nothing, id)
    Just (a, f) -> (Just a, f))))

-- Error -------------------------------------------------------------------------------------------

class Monad m => MonadError e m | m -> e where
  throwError :: e -> m a
  catchError :: m a -> (e -> m a) -> m a

liftEither :: MonadError e m => Either e a -> m a
liftEither r = either throwError return r

instance MonadError e (Either e) where
  throwError e = Left e
  catchError (Left e) h = h e
  catchError r _ = r

instance MonadError () Maybe where
  throwError () = Nothing
  catchError Nothing h = h ()
  catchError r _ = r

instance MonadError IOException IO where
  throwError e = ioError e
  catchError m h = catch m h

instance Monad m => MonadError e (ExceptT e m) where
  throwError e = throwE e
  catchError m h = catchE m h

instance MonadError e m => MonadError e (Lazy.StateT s m) where
  throwError e = lift (throwError e)
  catchError m h = Lazy.StateT (\s -> catchError (Lazy.runStateT m s) (\e -> Lazy.runStateT (h e) s))

instance MonadError e m => MonadError e (Strict.StateT s m) where
  throwError e = lift (throwError e)
  catchError m h = Strict.StateT (\s -> catchError (Strict.runStateT m s) (\e -> Strict.runStateT (h e) s))

instance MonadError e m => MonadError e (ReaderT r m) where
  throwError e = lift (throwError e)
  catchError m h = ReaderT (\r -> catchError (runReaderT m r) (\e -> runReaderT (h e) r))

instance (Monoid w, MonadError e m) => MonadError e (LazyW.WriterT w m) where
  throwError e = lift (throwError e)
  catchError m h = LazyW.WriterT (catchError (LazyW.runWriterT m) (\e -> LazyW.runWriterT (h e)))

instance (Monoid w, MonadError e m) => MonadError e (StrictW.WriterT w m) where
  throwError e = lift (throwError e)
  catchError m h = StrictW.WriterT (catchError (StrictW.runWriterT m) (\e -> StrictW.runWriterT (h e)))

instance MonadError e m => MonadError e (MaybeT m) where
  throwError e = lift (throwError e)
  catchError (MaybeT m) h = MaybeT (catchError m (\e -> runMaybeT (h e)))
