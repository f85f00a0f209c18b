module Mirror where

data Tree = Leaf | Node Tree Int Tree deriving (Eq, Show)

{-@ measure nodes :: Tree -> Int
    nodes Leaf = 0
    nodes (Node l x r) = 1 + nodes l + nodes r
  @-}

{-@ mirror :: t:Tree -> {v:Tree | nodes v = nodes t} @-}
mirror :: Tree -> Tree
mirror Leaf = Leaf
mirror (Node l x r) = Node (mirror r) x (mirror l)

{-@ flatten :: t:Tree -> ys:[Int] -> {v:[Int] | len v = nodes t + len ys} @-}
flatten :: Tree -> [Int] -> [Int]
flatten Leaf ys = ys
flatten (Node l x r) ys = flatten l (x : flatten r ys)
