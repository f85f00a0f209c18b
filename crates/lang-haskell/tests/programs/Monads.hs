module Monads where

newtype State s a = State {runState :: s -> (a, s)}

instance Functor (State s) where
  fmap f (State g) = State (\s -> let (a, s') = g s in (f a, s'))

instance Applicative (State s) where
  pure a = State (\s -> (a, s))
  State f <*> State g = State (\s -> let (h, s1) = f s; (a, s2) = g s1 in (h a, s2))

instance Monad (State s) where
  State g >>= f = State (\s -> let (a, s1) = g s in runState (f a) s1)

get :: State s s
get = State (\s -> (s, s))

put :: s -> State s ()
put s = State (\_ -> ((), s))

fresh :: State Int Int
fresh = do
  n <- get
  put (n + 1)
  return n

safeDiv :: Int -> Int -> Maybe Int
safeDiv _ 0 = Nothing
safeDiv a b = Just (a `div` b)

calc :: Int -> Int -> Either String Int
calc a b = do
  x <- if b == 0 then Left "zero" else Right (a `div` b)
  y <- if x > 10 then Left ("big " ++ show x) else pure x
  return (y + 1)

answer :: (([Int], Int), [Maybe Int], [Either String Int], [(Int, Char)], Maybe [Int])
answer =
  ( runState (mapM (const fresh) "abc") 5
  , [safeDiv 10 2 >>= safeDiv 100, safeDiv 1 0 >>= safeDiv 3]
  , [calc 10 2, calc 1 0, calc 100 2]
  , [(x, y) | x <- [1, 2], y <- "ab"]
  , sequence [Just 1, Just 2]
  )
