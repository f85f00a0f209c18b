module NamedOnly where

data Tree = Leaf | Node Tree Int Tree

root :: Tree -> Int
root (Node _ x _) = x

{-@ size :: Tree -> Nat @-}
size :: Tree -> Int
size Leaf = 0
size (Node l _ r) = 1 + size l + size r
