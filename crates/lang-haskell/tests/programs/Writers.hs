module Writers where

import Control.Monad.State

type Stack = [Int]

push :: Int -> State Stack ()
push x = modify (x :)

pop :: State Stack (Maybe Int)
pop = do
  s <- get
  case s of
    [] -> return Nothing
    x : r -> put r >> return (Just x)

answer :: ((Maybe Int, Stack), Int)
answer = (runState (push 1 >> push 2 >> pop) [], evalState (gets length) [1, 2, 3])
