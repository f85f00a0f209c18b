module StackCalculatorFixed where

data Token = Push Int | Add | Negate deriving (Eq, Show)

{-@ pop :: {s:[Int] | len s > 0} -> (Int, [Int]) @-}
pop :: [Int] -> (Int, [Int])
pop (x : s) = (x, s)
pop [] = error "the stack is empty"

{-@ step :: Token -> [Int] -> [Int] @-}
step :: Token -> [Int] -> [Int]
step (Push n) s = n : s
step Negate s
  | null s = s
  | otherwise = let (x, rest) = pop s in negate x : rest
step Add s = case s of
  x : y : more -> x + y : more
  _ -> s
