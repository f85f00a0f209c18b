{-# LANGUAGE DataKinds #-}
{-# LANGUAGE ExistentialQuantification #-}
{-# LANGUAGE GADTs #-}
{-# LANGUAGE KindSignatures #-}
module TypedExpr where

data Expr a where
  IntE :: Int -> Expr Int
  BoolE :: Bool -> Expr Bool
  Add :: Expr Int -> Expr Int -> Expr Int
  If :: Expr Bool -> Expr a -> Expr a -> Expr a
  Less :: Expr Int -> Expr Int -> Expr Bool

{-@ isNumber :: Expr Int -> {v:Bool | v} @-}
isNumber :: Expr Int -> Bool
isNumber (BoolE _) = False
isNumber (Less _ _) = False
isNumber _ = True

{-@ notFive :: Expr Int -> {v:Int | v /= 5} @-}
notFive :: Expr Int -> Int
notFive (IntE n) = n
notFive (If (BoolE True) (IntE n) _) = n
notFive _ = 0

{-@ neverTrue :: Expr a -> {v:Bool | v} @-}
neverTrue :: Expr a -> Bool
neverTrue (BoolE True) = False
neverTrue _ = True

data Nat = Z | S Nat

data Vec (n :: Nat) a where
  Nil :: Vec 'Z a
  Cons :: a -> Vec n a -> Vec ('S n) a

{-@ first :: Vec (S n) Int -> {v:Int | v /= 4} @-}
first :: Vec ('S n) Int -> Int
first (Cons x _) = x

{-@ long :: Vec n Int -> {v:Int | v < 2} @-}
long :: Vec n Int -> Int
long Nil = 0
long (Cons _ rest) = 1 + long rest

class Shape s where
  area :: s -> Int

data Square = Square Int

data Strip = Strip Int

instance Shape Square where
  area (Square n) = n * n

instance Shape Strip where
  area (Strip n) = n

data AnyShape = forall s. Shape s => AnyShape s

{-@ areaOf :: AnyShape -> {v:Int | v >= 0} @-}
areaOf :: AnyShape -> Int
areaOf (AnyShape s) = area s
