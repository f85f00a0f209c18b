module UnreadData where

data Account = Account Int Int

{-@ data Account = Account { balance :: Int, limit :: {v:Int | v < unheardOf balance} } @-}

{-@ spend :: Nat -> Account -> {v:Int | v >= 0} @-}
spend :: Int -> Account -> Int
spend n (Account b _) = b - n

{-@ fee :: Nat -> {v:Int | v > 0} @-}
fee :: Int -> Int
fee n = n
