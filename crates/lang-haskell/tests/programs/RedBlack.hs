module RedBlack where

data Color = R | B deriving (Show, Eq)
data Tree a = E | T Color (Tree a) a (Tree a) deriving (Show)

insert :: Ord a => a -> Tree a -> Tree a
insert x s = blacken (ins s)
  where
    ins E = T R E x E
    ins t@(T c l y r)
      | x < y = balance c (ins l) y r
      | x > y = balance c l y (ins r)
      | otherwise = t
    blacken (T _ l y r) = T B l y r
    blacken E = E

balance :: Color -> Tree a -> a -> Tree a -> Tree a
balance B (T R (T R a x b) y c) z d = T R (T B a x b) y (T B c z d)
balance B (T R a x (T R b y c)) z d = T R (T B a x b) y (T B c z d)
balance B a x (T R (T R b y c) z d) = T R (T B a x b) y (T B c z d)
balance B a x (T R b y (T R c z d)) = T R (T B a x b) y (T B c z d)
balance c a x b = T c a x b

answer :: Tree Int
answer = foldr insert E [5, 1, 4, 2, 3]
