{-# LANGUAGE MultiParamTypeClasses, FunctionalDependencies, FlexibleInstances, FlexibleContexts, ScopedTypeVariables #-}
module Typeclassy where

import Data.Monoid
import Data.Foldable (foldMap, toList)

class Monad m => MonadLog m where
  logIt :: String -> m ()

newtype W a = W (a, [String])

instance Functor W where fmap f (W (a, w)) = W (f a, w)
instance Applicative W where
  pure a = W (a, [])
  W (f, v) <*> W (a, w) = W (f a, v ++ w)
instance Monad W where
  W (a, w) >>= f = let W (b, v) = f a in W (b, w ++ v)
instance MonadLog W where
  logIt s = W ((), [s])

runW :: W a -> (a, [String])
runW (W p) = p

work :: MonadLog m => Int -> m Int
work n = do
  logIt ("got " ++ show n)
  if n > 2 then logIt "big" >> return (n * 2) else return n

class Convert a b | a -> b where
  convert :: a -> b

instance Convert Int String where convert = show
instance Convert Bool Int where convert b = if b then 1 else 0

data Tree a = Leaf | Node (Tree a) a (Tree a)

instance Foldable Tree where
  foldMap _ Leaf = mempty
  foldMap f (Node l a r) = foldMap f l <> f a <> foldMap f r

instance Functor Tree where
  fmap _ Leaf = Leaf
  fmap f (Node l a r) = Node (fmap f l) (f a) (fmap f r)

instance Traversable Tree where
  traverse _ Leaf = pure Leaf
  traverse f (Node l a r) = Node <$> traverse f l <*> f a <*> traverse f r

tree :: Tree Int
tree = Node (Node Leaf 1 Leaf) 2 (Node Leaf 3 Leaf)

answer :: ((Int, [String]), String, Int, Int, [Int], Int, Maybe [Int], Bool)
answer =
  ( runW (work 3)
  , convert (3 :: Int)
  , convert True
  , getSum (foldMap Sum tree)
  , toList (fmap (* 2) tree)
  , maximum tree + product tree + length tree
  , fmap toList (traverse (\x -> if x > 0 then Just (x + 1) else Nothing) tree)
  , getAll (foldMap (All . (> 0)) tree) && elem 3 tree
  )
