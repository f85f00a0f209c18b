module NoSuchFunction where

{-@ halve :: Nat -> Nat @-}

{-@ half :: n:Nat -> {v:Nat | v < n} @-}
half :: Int -> Int
half n = n `div` 2
