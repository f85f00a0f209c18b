module Continuations where

newtype Cont r a = Cont {runCont :: (a -> r) -> r}

instance Functor (Cont r) where fmap f (Cont c) = Cont (\k -> c (k . f))
instance Applicative (Cont r) where
  pure a = Cont ($ a)
  Cont f <*> Cont c = Cont (\k -> f (\g -> c (k . g)))
instance Monad (Cont r) where
  Cont c >>= f = Cont (\k -> c (\a -> runCont (f a) k))

callCC :: ((a -> Cont r b) -> Cont r a) -> Cont r a
callCC f = Cont (\k -> runCont (f (\a -> Cont (\_ -> k a))) k)

safe :: Int -> Int -> Cont r (Maybe Int)
safe a b = callCC $ \exit -> do
  _ <- if b == 0 then exit Nothing else return Nothing
  return (Just (a `div` b))

fixpoint :: (a -> a) -> a
fixpoint f = let x = f x in x

church :: Int -> (a -> a) -> a -> a
church 0 _ = id
church n f = f . church (n - 1) f

answer :: (Maybe Int, Maybe Int, Int, Int)
answer = (runCont (safe 6 3) id, runCont (safe 1 0) id, fixpoint (\rec n -> if n == 0 then 1 else n * rec (n - 1)) 5, church 4 (* 2) 1)
