module Deriving where

data Color = Red | Green | Blue deriving (Eq, Ord, Show, Read, Enum, Bounded)

data Expr = Num Int | Neg Expr | Expr :+: Expr | Var {name :: String, index :: Int}
  deriving (Eq, Ord, Show)

data T a b = T a b | U deriving (Eq, Ord, Show)

answer :: ([Color], Color, Bool, Ordering, String, [Int], (Color, Color), String, [Color], Ordering)
answer =
  ( [minBound .. maxBound]
  , succ Red
  , Num 1 :+: Num 2 == Num 1 :+: Num 2
  , compare (Num 3) (Neg (Num 1))
  , show (Neg (Num (-3)) :+: Var {name = "x", index = 2})
  , map fromEnum [Blue, Red]
  , (maximum [Red, Blue, Green], toEnum 1)
  , show [T (Just 1) 'c', U]
  , [Red ..]
  , compare (T 1 'a') (T 1 'b')
  )
