module OwnInstances where

class Priced p where
  {-@ price :: p -> {v:Int | v >= 0} @-}
  price :: p -> Int

newtype Fruit = Fruit Int
data Voucher = Voucher Int Int

instance Priced Fruit where
  price (Fruit n) = abs n

instance Priced Voucher where
  price (Voucher worth off) = worth - off

{-@ bill :: Priced p => [p] -> {v:Int | v >= 0} @-}
bill :: Priced p => [p] -> Int
bill [] = 0
bill (x : xs) = price x + bill xs

{-@ badBill :: Priced p => [p] -> {v:Int | v > 0} @-}
badBill :: Priced p => [p] -> Int
badBill [] = 0
badBill (x : xs) = price x + badBill xs
