module AnnotatedFields where

data Account = Account Int Int

{-@ data Account = Account { balance :: Int, limit :: Nat } @-}
{-@ using (Account) as {v:Account | balance v >= 0 - limit v} @-}

{-@ spend :: Nat -> Account -> Account @-}
spend :: Int -> Account -> Account
spend n (Account b l) = Account (b - n) l

{-@ earn :: Nat -> a:Account -> {v:Account | balance v >= balance a} @-}
earn :: Int -> Account -> Account
earn n (Account b l) = Account (b + n) l
