module OrderInside where

data Version = Version Int Int deriving (Eq, Ord)

{-@ bump :: x:Version -> {v:Version | v > x} @-}
bump :: Version -> Version
bump (Version a b)
  | b >= 9 = Version (a + 1) 0
  | otherwise = Version a (b - 1)
