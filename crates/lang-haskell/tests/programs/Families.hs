{-# LANGUAGE TypeFamilies, DataKinds, KindSignatures, GADTs, StandaloneDeriving, DeriveFunctor, DeriveFoldable, DefaultSignatures #-}
module Families where

data Nat = Z | S Nat

data Vec (n :: Nat) a where
  Nil :: Vec 'Z a
  Cons :: a -> Vec n a -> Vec ('S n) a

hd :: Vec ('S n) a -> a
hd (Cons x _) = x

toList :: Vec n a -> [a]
toList Nil = []
toList (Cons x xs) = x : toList xs

zipV :: (a -> b -> c) -> Vec n a -> Vec n b -> Vec n c
zipV _ Nil Nil = Nil
zipV f (Cons a as) (Cons b bs) = Cons (f a b) (zipV f as bs)

class Collection c where
  type Elem c
  insert :: Elem c -> c -> c

instance Collection [a] where
  type Elem [a] = a
  insert = (:)

data Rose a = Rose a [Rose a] deriving (Functor, Foldable, Show)

answer :: (Int, [Int], [Int], Rose Int, Int)
answer =
  ( hd (Cons 3 Nil)
  , toList (zipV (+) (Cons 1 (Cons 2 Nil)) (Cons 10 (Cons 20 Nil)))
  , insert 1 [2]
  , fmap (+ 1) (Rose 1 [Rose 2 [], Rose 3 []])
  , sum (Rose 1 [Rose 2 [], Rose 3 [Rose 4 []]])
  )
