module GroupWeak where

import qualified Data.Map as M

infixr 9 :+:

data List a = Emp | a :+: List a deriving (Eq, Show)

{-@ measure size :: List a -> Int
    size Emp = 0
    size (x :+: xs) = 1 + size xs
  @-}

{-@ invariant {v:List a | size v >= 0} @-}

{-@ foldrList :: (a -> b -> b) -> b -> List a -> b @-}
foldrList :: (a -> b -> b) -> b -> List a -> b
foldrList _ b Emp = b
foldrList op b (x :+: xs) = op x (foldrList op b xs)

addKV :: Ord k => (k, v) -> M.Map k (List v) -> M.Map k (List v)
addKV (k, v) m = M.insert k (v :+: M.findWithDefault Emp k m) m

{-@ group :: Ord k => List (k, v) -> M.Map k {l:List v | size l > 0} @-}
group :: Ord k => List (k, v) -> M.Map k (List v)
group = foldrList addKV M.empty
