module Account where

{-@ type Balance = {v:Int | v >= 0} @-}

{-@ withdraw :: b:Balance -> {a:Int | a > 0} -> Balance @-}
withdraw :: Int -> Int -> Int
withdraw balance amount
  | amount <= balance = balance - amount - fee
  | otherwise = balance
  where
    fee = 1
