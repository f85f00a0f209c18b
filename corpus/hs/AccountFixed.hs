module AccountFixed where

{-@ type Balance = {v:Int | v >= 0} @-}

{-@ withdraw :: b:Balance -> {a:Int | a > 0} -> {v:Balance | v <= b} @-}
withdraw :: Int -> Int -> Int
withdraw balance amount
  | amount + fee <= balance = balance - amount - fee
  | otherwise = balance
  where
    fee = 1
