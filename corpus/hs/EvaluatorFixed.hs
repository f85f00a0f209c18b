module EvaluatorFixed where

data Step = Plus Int | Div Int deriving (Eq, Show)

{-@ divide :: Int -> {d:Int | d /= 0} -> Int @-}
divide :: Int -> Int -> Int
divide n d = n `div` d

{-@ eval :: Int -> [Step] -> Maybe Int @-}
eval :: Int -> [Step] -> Maybe Int
eval n [] = Just n
eval n (Plus k : steps) = eval (n + k) steps
eval n (Div k : steps)
  | k == 0 = Nothing
  | otherwise = eval (divide n k) steps
