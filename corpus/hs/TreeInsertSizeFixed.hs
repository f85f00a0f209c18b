module TreeInsertSizeFixed where

data Tree = Leaf | Node Tree Int Tree deriving (Eq, Show)

{-@ measure treeSize @-}
treeSize :: Tree -> Int
treeSize Leaf = 0
treeSize (Node l _ r) = 1 + treeSize l + treeSize r

{-@ insert :: Int -> t:Tree -> {v:Tree | treeSize t <= treeSize v && treeSize v <= treeSize t + 1} @-}
insert :: Int -> Tree -> Tree
insert x Leaf = Node Leaf x Leaf
insert x t@(Node l y r)
  | x < y = Node (insert x l) y r
  | x > y = Node l y (insert x r)
  | otherwise = t
