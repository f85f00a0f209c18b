module Knot where

data Node = Node {label :: Int, next :: Node}

ring :: Node
ring = a
  where
    a = Node 1 b
    b = Node 2 c
    c = Node 3 a

walk :: Int -> Node -> [Int]
walk 0 _ = []
walk n node = label node : walk (n - 1) (next node)

data Tree = Leaf Int | Fork Tree Tree deriving (Show)

-- Replaces every leaf by the least one, in one pass.
repmin :: Tree -> Tree
repmin t = t'
  where
    (t', m) = go t
    go (Leaf n) = (Leaf m, n)
    go (Fork l r) = let (l', a) = go l; (r', b) = go r in (Fork l' r', min a b)

answer :: ([Int], Tree)
answer = (walk 7 ring, repmin (Fork (Leaf 3) (Fork (Leaf 1) (Leaf 2))))
