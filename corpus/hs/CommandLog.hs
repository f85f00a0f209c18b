module CommandLog where

data Command = Deposit Int | Withdraw Int deriving (Eq, Show)

{-@ type Balance = {v:Int | v >= 0} @-}

{-@ execute :: Balance -> Command -> Balance @-}
execute :: Int -> Command -> Int
execute b (Deposit n) = if n > 0 then b + n else b
execute b (Withdraw n) = if 0 < n && n <= b then b - n else b

{-@ replay :: Balance -> [Command] -> Balance @-}
replay :: Int -> [Command] -> Int
replay b [] = b
replay b (c : cs) = replay (execute b c) cs

{-@ history :: Balance -> cs:[Command] -> {v:[Balance] | len v = len cs + 1} @-}
history :: Int -> [Command] -> [Int]
history b [] = [b]
history b (c : cs) = b : history (execute b c) cs
