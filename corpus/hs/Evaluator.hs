module Evaluator where

data Expr = Num Int | Plus Expr Expr | Div Expr Expr deriving (Eq, Show)

{-@ divide :: Int -> {d:Int | d /= 0} -> Int @-}
divide :: Int -> Int -> Int
divide n d = n `div` d

{-@ eval :: Expr -> Int @-}
eval :: Expr -> Int
eval (Num n) = n
eval (Plus a b) = eval a + eval b
eval (Div a b) = divide (eval a) (eval b)
