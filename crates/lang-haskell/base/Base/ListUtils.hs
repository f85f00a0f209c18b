{-# LANGUAGE NoImplicitPrelude #-}
-- | Removing repeated elements with the help of a set.
module Base.ListUtils where

import Base.Classes
import Base.Function
import qualified Base.Set as Set
import GHC.Types

nubOrd :: Ord a => [a] -> [a]
nubOrd xs = nubOrdOn id xs

nubOrdOn :: Ord b => (a -> b) -> [a] -> [a]
nubOrdOn f xs = go Set.empty xs
  where
    go _ [] = []
    go seen (y : ys) = case Set.member (f y) seen of
      True -> go seen ys
      False -> y : go (Set.insert (f y) seen) ys

nubInt :: [Int] -> [Int]
nubInt xs = nubOrd xs

nubIntOn :: (a -> Int) -> [a] -> [a]
nubIntOn f xs = nubOrdOn f xs
