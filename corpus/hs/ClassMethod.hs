module ClassMethod where

class Shape a where
  {-@ area :: a -> {v:Int | v >= 0} @-}
  area :: a -> Int

data Square = Square Int
data Dot = Dot

instance Shape Square where
  area (Square n) = n * abs n

instance Shape Dot where
  area Dot = 0
