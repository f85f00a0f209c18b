module Collapse where

import Prelude hiding (foldr1)
import qualified Data.Map as M

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

{-@ foldr1 :: (a -> a -> a) -> {xs:List a | size xs > 0} -> a @-}
foldr1 :: (a -> a -> a) -> List a -> a
foldr1 op (x :+: xs) = foldrList op x xs
foldr1 _ Emp = die "foldr1 of nothing"

foldrList :: (a -> b -> b) -> b -> List a -> b
foldrList _ b Emp = b
foldrList op b (x :+: xs) = op x (foldrList op b xs)

{-@ collapse :: (v -> v -> v) -> M.Map k (List v) -> M.Map k v @-}
collapse :: (v -> v -> v) -> M.Map k (List v) -> M.Map k v
collapse f = M.map (foldr1 f)
