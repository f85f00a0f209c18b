module ZipWithDie where

import Prelude hiding (zipWith)

infixr 9 :+:

data List a = Emp | a :+: List a deriving (Eq, Show)

{-@ measure size :: List a -> Int
    size Emp = 0
    size (x :+: xs) = 1 + size xs
  @-}

{-@ invariant {v:List a | size v >= 0} @-}

{-@ die :: {v:String | false} -> a @-}
die :: String -> a
die message = error message

{-@ zipWith :: (a -> b -> c) -> xs:List a -> {ys:List b | size xs > 0 => size ys > 0} -> List c @-}
zipWith :: (a -> b -> c) -> List a -> List b -> List c
zipWith _ Emp Emp = Emp
zipWith f (x :+: xs) (y :+: ys) = f x y :+: zipWith f xs ys
zipWith _ _ _ = die "Bad call to zipWith"
