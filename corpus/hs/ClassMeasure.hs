module ClassMeasure where

{-@ class measure weight :: forall a. a -> Int @-}

{-@ instance measure weight :: [a] -> Int
    weight [] = 0
    weight (x:xs) = 1 + weight xs @-}

data Parcel = Parcel Int Int

{-@ instance measure weight :: Parcel -> Int
    weight (Parcel m n) = m + n @-}

{-@ class Weighed s where
      weigh :: x:s -> {v:Int | v == weight x} @-}
class Weighed s where
  weigh :: s -> Int

instance Weighed [a] where
  weigh [] = 0
  weigh (_ : xs) = 1 + weigh xs

instance Weighed Parcel where
  weigh (Parcel m _) = m

{-@ pick :: {xs:[a] | weight xs > 0} -> a @-}
pick :: [a] -> a
pick (x : _) = x

{-@ badPick :: xs:[a] -> {v:a | weight xs > 0} @-}
badPick :: [a] -> a
badPick (x : _) = x

{-@ total :: Weighed s => s -> s -> {v:Int | v >= 0 || v < 0} @-}
total :: Weighed s => s -> s -> Int
total a b = weigh a + weigh b
