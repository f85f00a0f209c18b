module MethodCalled where

class Container f where
  {-@ first :: f -> {i:Int | i > 0} -> Int @-}
  first :: f -> Int -> Int

newtype Box = Box [Int]

instance Container Box where
  first (Box xs) i = sum (take i xs)

look :: Int -> Int
look i = first (Box [1, 2, 3]) i
