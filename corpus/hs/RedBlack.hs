module RedBlack where

data Color = Red | Black deriving (Eq, Show)

data Tree a = Empty | Node Color (Tree a) a (Tree a) deriving (Eq, Show)

insert :: Int -> Tree Int -> Tree Int
insert x t = blacken (ins t)
  where
    ins Empty = Node Red Empty x Empty
    ins s@(Node color l y r)
      | x < y = balance color (ins l) y r
      | x > y = balance color l y (ins r)
      | otherwise = s
    blacken (Node _ l y r) = Node Black l y r
    blacken Empty = Empty

balance :: Color -> Tree a -> a -> Tree a -> Tree a
balance Black (Node Red (Node Red a x b) y c) z d = Node Red (Node Black a x b) y (Node Black c z d)
balance Black (Node Red a x (Node Red b y c)) z d = Node Red (Node Black a x b) y (Node Black c z d)
balance Black a x (Node Red (Node Red b y c) z d) = Node Red (Node Black a x b) y (Node Black c z d)
balance Black a x (Node Red b y (Node Red c z d)) = Node Red (Node Black a x b) y (Node Black c z d)
balance color l x r = Node color l x r
