module ResultInside where

{-@ positions :: xs:[Int] -> Maybe (i:{Int | 0 <= i && i < len xs}) @-}
positions :: [Int] -> Maybe Int
positions [] = Nothing
positions xs = Just (length xs)
