module HeightTree where

data Tree a = Leaf | Node (Tree a) a (Tree a) deriving (Eq, Show)

{-@ measure height @-}
{-@ height :: Tree a -> {v:Int | v >= 0} @-}
height :: Tree a -> Int
height Leaf = 0
height (Node l _ r) = if height l > height r then 1 + height l else 1 + height r

{-@ measure count :: Tree a -> Int
    count Leaf = 0
    count (Node l x r) = 1 + count l + count r
  @-}

{-@ grow :: a -> t:Tree a -> {v:Tree a | count v = count t + 1} @-}
grow :: a -> Tree a -> Tree a
grow x Leaf = Node Leaf x Leaf
grow x (Node l y r) = Node (grow y r) x l
