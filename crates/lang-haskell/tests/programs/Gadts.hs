{-# LANGUAGE GADTs, KindSignatures, RankNTypes, ExistentialQuantification #-}
module Gadts where

data Expr :: * -> * where
  IntE :: Int -> Expr Int
  BoolE :: Bool -> Expr Bool
  Add :: Expr Int -> Expr Int -> Expr Int
  If :: Expr Bool -> Expr a -> Expr a -> Expr a
  Eq :: (Eq a, Show a) => Expr a -> Expr a -> Expr Bool
  Pair :: Expr a -> Expr b -> Expr (a, b)
  Fst :: Expr (a, b) -> Expr a

eval :: Expr a -> a
eval (IntE n) = n
eval (BoolE b) = b
eval (Add a b) = eval a + eval b
eval (If c t e) = if eval c then eval t else eval e
eval (Eq a b) = eval a == eval b
eval (Pair a b) = (eval a, eval b)
eval (Fst p) = fst (eval p)

data Showable = forall a. Show a => MkShowable a

shown :: [Showable] -> [String]
shown xs = [show x | MkShowable x <- xs]

twice :: (forall a. [a] -> Int) -> ([Int], String) -> Int
twice f (a, b) = f a + f b

answer :: (Int, Bool, (Int, Bool), [String], Int)
answer =
  ( eval (If (Eq (IntE 3) (Add (IntE 1) (IntE 2))) (IntE 10) (IntE 20))
  , eval (Eq (BoolE True) (BoolE False))
  , eval (Pair (Fst (Pair (IntE 7) (BoolE False))) (BoolE True))
  , shown [MkShowable (1 :: Int), MkShowable "x", MkShowable (Just True)]
  , twice length ([1, 2, 3], "ab")
  )
