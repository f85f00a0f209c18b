module FacetMethod where

class Shape a where
  area :: a -> Int

data Square = Square Int

instance Shape Square where
  area (Square n) = n * n

{-@ twice :: Square -> Nat @-}
twice :: Square -> Int
twice q = 2 * area q
