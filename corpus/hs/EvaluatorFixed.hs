-- why: the divisor is looked at first
-- expect: eval -> holds within bounds
module EvaluatorFixed where

data Expr = Num Int | Negate Expr | Div Expr Expr deriving (Eq, Show)

{-@ divide :: Int -> {d:Int | d /= 0} -> Int @-}
divide :: Int -> Int -> Int
divide n d = n `div` d

{-@ eval :: Expr -> Maybe Int @-}
eval :: Expr -> Maybe Int
eval (Num n) = Just n
eval (Negate a) = fmap negate (eval a)
eval (Div a b) = case (eval a, eval b) of
  (Just x, Just y) | y > 0 -> Just (divide x y)
  _ -> Nothing
