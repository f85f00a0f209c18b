module SimplifyFixed where

data Expr = Num Int | Plus Expr Expr | Times Expr Expr deriving (Eq, Show)

{-@ measure value @-}
value :: Expr -> Int
value (Num n) = n
value (Plus a b) = value a + value b
value (Times a b) = value a * value b

{-@ simplify :: e:Expr -> {v:Expr | value v = value e} @-}
simplify :: Expr -> Expr
simplify (Plus (Num 0) e) = e
simplify (Times (Num 1) e) = e
simplify e = e
