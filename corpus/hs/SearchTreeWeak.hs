module SearchTreeWeak where

{-@ data BST a = Leaf | Node { root :: a, left :: BST {v:a | v < root}, right :: BST {v:a | root < v} } @-}
data BST a = Leaf | Node {root :: a, left :: BST a, right :: BST a} deriving (Eq, Show)

{-@ insert :: Int -> BST Int -> BST Int @-}
insert :: Int -> BST Int -> BST Int
insert x Leaf = Node x Leaf Leaf
insert x t@(Node y l r)
  | x < y = Node y (insert x l) r
  | x > y = Node y l (insert x r)
  | otherwise = t
