{-# LANGUAGE GeneralizedNewtypeDeriving #-}
module Newtypes where

import Data.Coerce (coerce)

newtype Age = Age Int deriving (Eq, Ord, Show, Num)
newtype Name = Name {getName :: String} deriving (Eq, Show)
newtype Fix f = Fix (f (Fix f))
data ListF a r = NilF | ConsF a r

instance Functor (ListF a) where
  fmap _ NilF = NilF
  fmap f (ConsF a r) = ConsF a (f r)

cata :: Functor f => (f a -> a) -> Fix f -> a
cata alg (Fix x) = alg (fmap (cata alg) x)

list :: Fix (ListF Int)
list = Fix (ConsF 1 (Fix (ConsF 2 (Fix NilF))))

total :: ListF Int Int -> Int
total NilF = 0
total (ConsF a r) = a + r

answer :: (Age, Name, Int, [Int], Bool, Age)
answer = (Age 3 + 4, Name "bob", cata total list, coerce [Age 1, Age 2], Age 1 < Age 2, maximum [Age 5, Age 9])
