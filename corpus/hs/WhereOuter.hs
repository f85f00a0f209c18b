module WhereOuter where

{-@ fill :: n:Nat -> a -> {v:[a] | len v == n} @-}
fill :: Int -> a -> [a]
fill n x = go 0
  where
    {-@ go :: i:{Int | 0 <= i && i <= n} -> {v:[a] | len v == n - i} @-}
    go i
      | i < n = x : go (i + 1)
      | otherwise = []

{-@ fillMore :: n:Nat -> a -> [a] @-}
fillMore :: Int -> a -> [a]
fillMore n x = go 0
  where
    {-@ go :: i:{Int | 0 <= i && i <= n} -> {v:[a] | len v == n - i} @-}
    go i
      | i <= n = x : go (i + 1)
      | otherwise = []
