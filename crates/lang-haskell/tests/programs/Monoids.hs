module Monoids where

import Data.Monoid

newtype Max' = Max' Int deriving (Show, Eq)

instance Semigroup Max' where Max' a <> Max' b = Max' (max a b)
instance Monoid Max' where mempty = Max' minBound

answer :: (Max', String, [Int], Maybe Int, Int, Bool, (String, Int))
answer =
  ( mconcat (map Max' [3, 9, 4])
  , "ab" <> "cd" <> mempty
  , foldMap (\x -> [x, x * 10]) [1, 2]
  , getFirst (First Nothing <> First (Just 1) <> First (Just 2))
  , getProduct (foldMap Product [1 .. 5])
  , getAny (foldMap (Any . even) [1, 3, 5])
  , fmap getSum ("x", Sum 2 <> Sum 3)
  )
