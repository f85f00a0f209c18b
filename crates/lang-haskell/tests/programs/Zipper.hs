module Zipper where

data Zipper a = Zipper [a] a [a] deriving (Show, Eq)

right, left :: Zipper a -> Maybe (Zipper a)
right (Zipper ls x (r : rs)) = Just (Zipper (x : ls) r rs)
right _ = Nothing
left (Zipper (l : ls) x rs) = Just (Zipper ls l (x : rs))
left _ = Nothing

modify :: (a -> a) -> Zipper a -> Zipper a
modify f (Zipper ls x rs) = Zipper ls (f x) rs

answer :: (Maybe (Zipper Int), Maybe (Zipper Int), Zipper Char)
answer =
  ( right (Zipper [] 1 [2, 3]) >>= right
  , right (Zipper [] 1 [2]) >>= right
  , modify succ (Zipper "ab" 'c' "d")
  )
