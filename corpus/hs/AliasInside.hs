module AliasInside where

{-@ type Between Lo Hi = {v:Int | Lo <= v && v < Hi} @-}

{-@ middle :: xs:[Int] -> Maybe (Between 0 (len xs)) @-}
middle :: [Int] -> Maybe Int
middle xs = Just (length xs `div` 2)
