{-# LANGUAGE NoImplicitPrelude #-}
-- | Sets of whole numbers: the sets of "Base.Set", at that element.
module Base.IntSet where

import Base.Classes
import Base.Foldable (Foldable)
import qualified Base.Foldable as Foldable
import Base.Function
import Base.Monad hiding (empty, map)
import Base.Num
import qualified Base.Set as S
import Base.Show
import GHC.Types

infixl 9 \\

newtype IntSet = IntSet (S.Set Int)

type Key = Int

both :: (S.Set Int, S.Set Int) -> (IntSet, IntSet)
both (l, r) = (IntSet l, IntSet r)

around :: (S.Set Int, b, S.Set Int) -> (IntSet, b, IntSet)
around (l, x, r) = (IntSet l, x, IntSet r)

size :: IntSet -> Int
size (IntSet s) = S.size s

empty :: IntSet
empty = IntSet S.empty

singleton :: Int -> IntSet
singleton a = IntSet (S.singleton a)

fromList :: [Int] -> IntSet
fromList a = IntSet (S.fromList a)

fromAscList :: [Int] -> IntSet
fromAscList a = IntSet (S.fromAscList a)

fromDistinctAscList :: [Int] -> IntSet
fromDistinctAscList a = IntSet (S.fromDistinctAscList a)

insert :: Int -> IntSet -> IntSet
insert a (IntSet b) = IntSet (S.insert a b)

delete :: Int -> IntSet -> IntSet
delete a (IntSet b) = IntSet (S.delete a b)

alterF :: Functor f => (Bool -> f Bool) -> Int -> IntSet -> f (IntSet)
alterF a b (IntSet c) = fmap IntSet (S.alterF a b c)

null :: IntSet -> Bool
null (IntSet a) = S.null a

member, notMember :: Int -> IntSet -> Bool
member a (IntSet b) = S.member a b
notMember a (IntSet b) = S.notMember a b

lookupLT, lookupGT, lookupLE, lookupGE :: Int -> IntSet -> Maybe Int
lookupLT a (IntSet b) = S.lookupLT a b
lookupGT a (IntSet b) = S.lookupGT a b
lookupLE a (IntSet b) = S.lookupLE a b
lookupGE a (IntSet b) = S.lookupGE a b

isSubsetOf, isProperSubsetOf, disjoint :: IntSet -> IntSet -> Bool
isSubsetOf (IntSet a) (IntSet b) = S.isSubsetOf a b
isProperSubsetOf (IntSet a) (IntSet b) = S.isProperSubsetOf a b
disjoint (IntSet a) (IntSet b) = S.disjoint a b

union, difference, intersection, (\\) :: IntSet -> IntSet -> IntSet
union (IntSet a) (IntSet b) = IntSet (S.union a b)
difference (IntSet a) (IntSet b) = IntSet (S.difference a b)
intersection (IntSet a) (IntSet b) = IntSet (S.intersection a b)
IntSet a \\ IntSet b = IntSet (a S.\\ b)

filter :: (Int -> Bool) -> IntSet -> IntSet
filter a (IntSet b) = IntSet (S.filter a b)

partition :: (Int -> Bool) -> IntSet -> (IntSet, IntSet)
partition a (IntSet b) = both (S.partition a b)

split :: Int -> IntSet -> (IntSet, IntSet)
split a (IntSet b) = both (S.split a b)

splitMember :: Int -> IntSet -> (IntSet, Bool, IntSet)
splitMember a (IntSet b) = around (S.splitMember a b)

lookupMin, lookupMax :: IntSet -> Maybe Int
lookupMin (IntSet a) = S.lookupMin a
lookupMax (IntSet a) = S.lookupMax a

findMin, findMax :: IntSet -> Int
findMin (IntSet a) = S.findMin a
findMax (IntSet a) = S.findMax a

minView, maxView :: IntSet -> Maybe (Int, IntSet)
minView (IntSet a) = fmap (fmap IntSet) (S.minView a)
maxView (IntSet a) = fmap (fmap IntSet) (S.maxView a)

deleteMin, deleteMax :: IntSet -> IntSet
deleteMin (IntSet a) = IntSet (S.deleteMin a)
deleteMax (IntSet a) = IntSet (S.deleteMax a)

deleteFindMin, deleteFindMax :: IntSet -> (Int, IntSet)
deleteFindMin (IntSet a) = fmap IntSet (S.deleteFindMin a)
deleteFindMax (IntSet a) = fmap IntSet (S.deleteFindMax a)

foldr, foldr', fold :: (Int -> b -> b) -> b -> IntSet -> b
foldr a b (IntSet c) = S.foldr a b c
foldr' a b (IntSet c) = S.foldr' a b c
fold a b (IntSet c) = S.fold a b c

foldl, foldl' :: (b -> Int -> b) -> b -> IntSet -> b
foldl a b (IntSet c) = S.foldl a b c
foldl' a b (IntSet c) = S.foldl' a b c

toList, toAscList, toDescList, elems :: IntSet -> [Int]
toList (IntSet a) = S.toList a
toAscList (IntSet a) = S.toAscList a
toDescList (IntSet a) = S.toDescList a
elems (IntSet a) = S.elems a

map :: (Int -> Int) -> IntSet -> IntSet
map f (IntSet s) = IntSet (S.map f s)

unions :: Foldable f => f IntSet -> IntSet
unions ss = Foldable.foldl' union empty ss

instance Eq IntSet where
  IntSet s == IntSet t = s == t

instance Ord IntSet where
  compare (IntSet s) (IntSet t) = compare s t

instance Show IntSet where
  showsPrec p (IntSet s) = showsPrec p s

instance Semigroup IntSet where
  s <> t = union s t
  stimes n x = stimesIdempotentMonoid n x

instance Monoid IntSet where
  mempty = empty
  mconcat ss = unions ss
