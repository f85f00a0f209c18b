module SearchTreeFixed where

{-@ data BST a = Leaf | Node { root :: a, left :: BST {v:a | v < root}, right :: BST {v:a | root < v} } @-}
data BST a = Leaf | Node {root :: a, left :: BST a, right :: BST a} deriving (Eq, Show)

{-@ insert :: Ord a => a -> BST a -> BST a @-}
insert :: Ord a => a -> BST a -> BST a
insert x Leaf = Node x Leaf Leaf
insert x t@(Node y l r)
  | x < y = Node y (insert x l) r
  | x > y = Node y l (insert x r)
  | otherwise = t

{-@ member :: Ord a => a -> BST a -> Bool @-}
member :: Ord a => a -> BST a -> Bool
member _ Leaf = False
member x (Node y l r)
  | x < y = member x l
  | x > y = member x r
  | otherwise = True
