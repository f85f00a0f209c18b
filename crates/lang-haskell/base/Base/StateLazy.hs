{-# LANGUAGE NoImplicitPrelude #-}
-- | Computations with a state that is looked at when it is needed.
module Base.StateLazy where

import Base.Classes
import Base.Function
import Base.Monad
import Base.Trans
import GHC.Types

newtype StateT s m a = StateT {runStateT :: s -> m (a, s)}

type State s = StateT s Identity

instance Functor m => Functor (StateT s m) where
  fmap f m = StateT (\s -> fmap (\ ~(a, t) -> (f a, t)) (runStateT m s))

instance (Functor m, Monad m) => Applicative (StateT s m) where
  pure a = StateT (\s -> return (a, s))
  mf <*> mx = StateT (\s ->
    runStateT mf s >>= \ ~(f, t) -> runStateT mx t >>= \ ~(x, u) -> return (f x, u))
  m *> k = m >>= \_ -> k

instance Monad m => Monad (StateT s m) where
  m >>= k = StateT (\s -> runStateT m s >>= \ ~(a, t) -> runStateT (k a) t)

instance MonadFail m => MonadFail (StateT s m) where
  fail message = StateT (\_ -> fail message)

instance (Functor m, MonadPlus m) => Alternative (StateT s m) where
  empty = StateT (\_ -> mzero)
  m <|> n = StateT (\s -> mplus (runStateT m s) (runStateT n s))

instance MonadPlus m => MonadPlus (StateT s m)

instance MonadFix m => MonadFix (StateT s m) where
  mfix f = StateT (\s -> mfix (\ ~(a, _) -> runStateT (f a) s))

instance MonadTrans (StateT s) where
  lift m = StateT (\s -> m >>= \a -> return (a, s))

instance MonadIO m => MonadIO (StateT s m) where
  liftIO m = lift (liftIO m)

state :: Monad m => (s -> (a, s)) -> StateT s m a
state f = StateT (\s -> return (f s))

runState :: State s a -> s -> (a, s)
runState m s = runIdentity (runStateT m s)

evalState :: State s a -> s -> a
evalState m s = fst (runState m s)

execState :: State s a -> s -> s
execState m s = snd (runState m s)

mapState :: ((a, s) -> (b, s)) -> State s a -> State s b
mapState f m = mapStateT (\(Identity r) -> Identity (f r)) m

withState :: (s -> s) -> State s a -> State s a
withState f m = withStateT f m

evalStateT :: Monad m => StateT s m a -> s -> m a
evalStateT m s = runStateT m s >>= \ ~(a, _) -> return a

execStateT :: Monad m => StateT s m a -> s -> m s
execStateT m s = runStateT m s >>= \ ~(_, t) -> return t

mapStateT :: (m (a, s) -> n (b, s)) -> StateT s m a -> StateT s n b
mapStateT f m = StateT (\s -> f (runStateT m s))

withStateT :: (s -> s) -> StateT s m a -> StateT s m a
withStateT f m = StateT (\s -> runStateT m (f s))

get :: Monad m => StateT s m s
get = StateT (\s -> return (s, s))

put :: Monad m => s -> StateT s m ()
put s = StateT (\_ -> return ((), s))

modify, modify' :: Monad m => (s -> s) -> StateT s m ()
modify f = StateT (\s -> return ((), f s))
modify' f = get >>= \s -> let t = f s in t `seq'` put t

gets :: Monad m => (s -> a) -> StateT s m a
gets f = StateT (\s -> return (f s, s))
