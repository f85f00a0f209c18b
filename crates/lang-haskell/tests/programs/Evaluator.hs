module Evaluator where

import qualified Data.Map as Map

data Expr
  = Lit Int
  | Var String
  | Lam String Expr
  | App Expr Expr
  | Add Expr Expr
  | Let String Expr Expr
  deriving (Show)

data Value = IntV Int | Closure (Value -> Either String Value)

type Env = Map.Map String Value

eval :: Env -> Expr -> Either String Value
eval _ (Lit n) = Right (IntV n)
eval env (Var x) = maybe (Left ("unbound " ++ x)) Right (Map.lookup x env)
eval env (Lam x b) = Right (Closure (\v -> eval (Map.insert x v env) b))
eval env (App f a) = do
  g <- eval env f
  v <- eval env a
  case g of
    Closure h -> h v
    IntV n -> Left ("not a function: " ++ show n)
eval env (Add a b) = do
  x <- eval env a
  y <- eval env b
  case (x, y) of
    (IntV n, IntV m) -> Right (IntV (n + m))
    _ -> Left "type"
eval env (Let x e b) = eval env (App (Lam x b) e)

shown :: Either String Value -> String
shown (Right (IntV n)) = show n
shown (Right (Closure _)) = "<closure>"
shown (Left e) = "error: " ++ e

answer :: [String]
answer =
  map
    (shown . eval Map.empty)
    [ Let "twice" (Lam "f" (Lam "x" (App (Var "f") (App (Var "f") (Var "x"))))) (App (App (Var "twice") (Lam "n" (Add (Var "n") (Lit 3)))) (Lit 10))
    , App (Lit 1) (Lit 2)
    , Var "y"
    , Lam "x" (Var "x")
    ]
