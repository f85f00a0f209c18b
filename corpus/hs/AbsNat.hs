module AbsNat where

{-@ type Nat = {v:Int | v >= 0} @-}

{-@ absolute :: Int -> Nat @-}
absolute :: Int -> Int
absolute n
  | n <= 0 = n
  | otherwise = 0 - n
