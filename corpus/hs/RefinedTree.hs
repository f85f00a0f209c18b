module RefinedTree where

{-@ data Tree a <l :: a -> a -> Bool, r :: a -> a -> Bool>
      = Leaf
      | Node { key :: a, left :: Tree <l, r> (a <l key>), right :: Tree <l, r> (a <r key>) } @-}
data Tree a = Leaf | Node a (Tree a) (Tree a)

{-@ type Search a = Tree <{\root v -> v < root}, {\root v -> root < v}> a @-}
{-@ type Heap a = Tree <{\root v -> root <= v}, {\root v -> root <= v}> a @-}

{-@ badPut :: Int -> Search Int -> Search Int @-}
badPut :: Int -> Tree Int -> Tree Int
badPut x Leaf = Node x Leaf Leaf
badPut x (Node y l r)
  | x <= y = Node y (badPut x l) r
  | otherwise = Node y l (badPut x r)

{-@ badOrder :: Heap Int -> Search Int @-}
badOrder :: Tree Int -> Tree Int
badOrder t = t

{-@ single :: a -> Heap a @-}
single :: a -> Tree a
single x = Node x Leaf Leaf

{-@ top :: x:Int -> Heap {v:Int | v > x} -> {v:Int | v > x} @-}
top :: Int -> Tree Int -> Int
top x Leaf = x + 1
top _ (Node y _ _) = y
