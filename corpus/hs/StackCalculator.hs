module StackCalculator where

data Token = Push Int | Add | Negate deriving (Eq, Show)

{-@ pop :: {s:[Int] | len s > 0} -> (Int, [Int]) @-}
pop :: [Int] -> (Int, [Int])
pop (x : s) = (x, s)
pop [] = error "the stack is empty"

{-@ step :: Token -> {s:[Int] | len s > 0} -> [Int] @-}
step :: Token -> [Int] -> [Int]
step (Push n) s = n : s
step Negate s = let (x, rest) = pop s in negate x : rest
step Add s =
  let (x, rest) = pop s
      (y, more) = pop rest
   in x + y : more
