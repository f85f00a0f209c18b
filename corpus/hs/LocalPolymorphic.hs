module LocalPolymorphic where

{-@ rev :: xs:[a] -> {v:[a] | len v == len xs} @-}
rev :: [a] -> [a]
rev xs = go [] xs
  where
    {-@ go :: acc:[b] -> ys:[b] -> {v:[b] | len v == len ys} @-}
    go :: [b] -> [b] -> [b]
    go acc [] = acc
    go acc (y:ys) = go (y : acc) ys
