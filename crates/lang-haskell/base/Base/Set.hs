{-# LANGUAGE NoImplicitPrelude #-}
-- | Sets as trees that are balanced by the sizes of their branches.
module Base.Set where

import Base.Classes
import Base.Error
import Base.Foldable (Foldable)
import qualified Base.Foldable as Foldable
import Base.Function
import qualified Base.List as List
import Base.Monad hiding (empty, map)
import qualified Base.Monad as Monad
import Base.Num
import Base.Show
import GHC.Types

infixl 9 \\

data Set a = Bin !Int !a !(Set a) !(Set a) | Tip

-- Trees -------------------------------------------------------------------------------------------

size :: Set a -> Int
size Tip = 0
size (Bin n _ _ _) = n

bin :: a -> Set a -> Set a -> Set a
bin x l r = Bin (size l + size r + 1) x l r

-- | Joins branches of which one may have become heavier or lighter by a little: no branch is to
-- weigh more than three times as much as the other.
balance :: a -> Set a -> Set a -> Set a
balance x l r
  | size l + size r <= 1 = bin x l r
  | size r > 3 * size l = leanLeft x l r
  | size l > 3 * size r = leanRight x l r
  | otherwise = bin x l r

leanLeft, leanRight :: a -> Set a -> Set a -> Set a
leanLeft x l (Bin _ y m r)
  | size m < 2 * size r = bin y (bin x l m) r
  | Bin _ z ml mr <- m = bin z (bin x l ml) (bin y mr r)
leanLeft x l r = bin x l r
leanRight x (Bin _ y l m) r
  | size m < 2 * size l = bin y l (bin x m r)
  | Bin _ z ml mr <- m = bin z (bin y l ml) (bin x mr r)
leanRight x l r = bin x l r

-- | Joins branches of any weights with an element between them.
link :: a -> Set a -> Set a -> Set a
link x Tip r = insertMin x r
link x l Tip = insertMax x l
link x l@(Bin m y ly ry) r@(Bin n z lz rz)
  | 3 * m < n = balance z (link x l lz) rz
  | 3 * n < m = balance y ly (link x ry r)
  | otherwise = bin x l r

insertMin, insertMax :: a -> Set a -> Set a
insertMin x Tip = singleton x
insertMin x (Bin _ y l r) = balance y (insertMin x l) r
insertMax x Tip = singleton x
insertMax x (Bin _ y l r) = balance y l (insertMax x r)

-- | Joins branches of any weights.
merge :: Set a -> Set a -> Set a
merge Tip r = r
merge l Tip = l
merge l r = case minView r of
  Just (x, rest) -> link x l rest
  Nothing -> l

-- Making ------------------------------------------------------------------------------------------

empty :: Set a
empty = Tip

singleton :: a -> Set a
singleton x = Bin 1 x Tip Tip

fromList :: Ord a => [a] -> Set a
fromList xs = List.foldl' (\s x -> insert x s) Tip xs

fromAscList, fromDescList :: Eq a => [a] -> Set a
fromAscList xs = fromDistinctAscList (lastOfEach xs)
fromDescList xs = fromDistinctDescList (lastOfEach xs)

lastOfEach :: Eq a => [a] -> [a]
lastOfEach (x : rest@(y : _)) | x == y = lastOfEach rest
lastOfEach (x : rest) = x : lastOfEach rest
lastOfEach [] = []

fromDistinctAscList, fromDistinctDescList :: [a] -> Set a
fromDistinctAscList xs = List.foldl' (\s x -> insertMax x s) Tip xs
fromDistinctDescList xs = List.foldl' (\s x -> insertMin x s) Tip xs

powerSet :: Set a -> Set (Set a)
powerSet s = insertMin Tip (foldr' step Tip s)
  where
    step x sets = merge (insertMin (singleton x) (mapMonotonic (insertMin x) sets)) sets

insert :: Ord a => a -> Set a -> Set a
insert x Tip = singleton x
insert x (Bin n y l r) = case compare x y of
  LT -> balance y (insert x l) r
  GT -> balance y l (insert x r)
  EQ -> Bin n x l r

delete :: Ord a => a -> Set a -> Set a
delete _ Tip = Tip
delete x (Bin _ y l r) = case compare x y of
  LT -> balance y (delete x l) r
  GT -> balance y l (delete x r)
  EQ -> glue l r

-- | Joins branches that were balanced with each other.
glue :: Set a -> Set a -> Set a
glue Tip r = r
glue l Tip = l
glue l r = case size l > size r of
  True -> case maxView l of
    Just (x, rest) -> balance x rest r
    Nothing -> r
  False -> case minView r of
    Just (x, rest) -> balance x l rest
    Nothing -> l

alterF :: (Ord a, Functor f) => (Bool -> f Bool) -> a -> Set a -> f (Set a)
alterF f x s = fmap change (f (member x s))
  where
    change True = insert x s
    change False = delete x s

-- Asking ------------------------------------------------------------------------------------------

null :: Set a -> Bool
null Tip = True
null (Bin _ _ _ _) = False

member, notMember :: Ord a => a -> Set a -> Bool
member _ Tip = False
member x (Bin _ y l r) = case compare x y of
  LT -> member x l
  GT -> member x r
  EQ -> True
notMember x s = not (member x s)

lookupLT, lookupGT, lookupLE, lookupGE :: Ord a => a -> Set a -> Maybe a
lookupLT x s = go Nothing s
  where
    go best Tip = best
    go best (Bin _ y l r) = case x <= y of
      True -> go best l
      False -> go (Just y) r
lookupGT x s = go Nothing s
  where
    go best Tip = best
    go best (Bin _ y l r) = case x < y of
      True -> go (Just y) l
      False -> go best r
lookupLE x s = go Nothing s
  where
    go best Tip = best
    go best (Bin _ y l r) = case compare x y of
      LT -> go best l
      EQ -> Just y
      GT -> go (Just y) r
lookupGE x s = go Nothing s
  where
    go best Tip = best
    go best (Bin _ y l r) = case compare x y of
      LT -> go (Just y) l
      EQ -> Just y
      GT -> go best r

isSubsetOf, isProperSubsetOf, disjoint :: Ord a => Set a -> Set a -> Bool
isSubsetOf s t = size s <= size t && List.all (\x -> member x t) (toList s)
isProperSubsetOf s t = size s < size t && isSubsetOf s t
disjoint s t = not (List.any (\x -> member x t) (toList s))

-- Together ----------------------------------------------------------------------------------------

union, difference, intersection, (\\) :: Ord a => Set a -> Set a -> Set a
union s Tip = s
union s (Bin 1 x _ _) = case member x s of
  True -> s
  False -> insert x s
union (Bin 1 x _ _) t = insert x t
union Tip t = t
union (Bin _ x l r) t = case split x t of
  (less, more) -> link x (union l less) (union r more)
difference Tip _ = Tip
difference s Tip = s
difference s (Bin _ x l r) = case split x s of
  (less, more) -> merge (difference less l) (difference more r)
intersection Tip _ = Tip
intersection _ Tip = Tip
intersection (Bin _ x l r) t = case splitMember x t of
  (less, there, more) -> case there of
    True -> link x (intersection l less) (intersection r more)
    False -> merge (intersection l less) (intersection r more)
s \\ t = difference s t

unions :: (Foldable f, Ord a) => f (Set a) -> Set a
unions ss = Foldable.foldl' union Tip ss

cartesianProduct :: Set a -> Set b -> Set (a, b)
cartesianProduct s t = fromDistinctAscList [(x, y) | x <- toList s, y <- toList t]

-- Parts -------------------------------------------------------------------------------------------

filter :: (a -> Bool) -> Set a -> Set a
filter _ Tip = Tip
filter p (Bin _ x l r) = case p x of
  True -> link x (filter p l) (filter p r)
  False -> merge (filter p l) (filter p r)

partition :: (a -> Bool) -> Set a -> (Set a, Set a)
partition p s = (filter p s, filter (\x -> not (p x)) s)

split :: Ord a => a -> Set a -> (Set a, Set a)
split x s = case splitMember x s of (less, _, more) -> (less, more)

splitMember :: Ord a => a -> Set a -> (Set a, Bool, Set a)
splitMember _ Tip = (Tip, False, Tip)
splitMember x (Bin _ y l r) = case compare x y of
  LT -> case splitMember x l of (less, there, more) -> (less, there, link y more r)
  GT -> case splitMember x r of (less, there, more) -> (link y l less, there, more)
  EQ -> (l, True, r)

takeWhileAntitone, dropWhileAntitone :: (a -> Bool) -> Set a -> Set a
takeWhileAntitone _ Tip = Tip
takeWhileAntitone p (Bin _ x l r) = case p x of
  True -> link x l (takeWhileAntitone p r)
  False -> takeWhileAntitone p l
dropWhileAntitone _ Tip = Tip
dropWhileAntitone p (Bin _ x l r) = case p x of
  True -> dropWhileAntitone p r
  False -> link x (dropWhileAntitone p l) r

spanAntitone :: (a -> Bool) -> Set a -> (Set a, Set a)
spanAntitone p s = (takeWhileAntitone p s, dropWhileAntitone p s)

take, drop :: Int -> Set a -> Set a
take n s = fromDistinctAscList (List.take n (toList s))
drop n s = fromDistinctAscList (List.drop n (toList s))

splitAt :: Int -> Set a -> (Set a, Set a)
splitAt n s = (take n s, drop n s)

lookupIndex :: Ord a => a -> Set a -> Maybe Int
lookupIndex x s = go 0 s
  where
    go _ Tip = Nothing
    go n (Bin _ y l r) = case compare x y of
      LT -> go n l
      GT -> go (n + size l + 1) r
      EQ -> Just (n + size l)

findIndex :: Ord a => a -> Set a -> Int
findIndex x s = case lookupIndex x s of
  Just n -> n
  Nothing -> errorWithoutStackTrace "Set.findIndex: element is not in the set"

elemAt :: Int -> Set a -> a
elemAt _ Tip = errorWithoutStackTrace "Set.elemAt: index out of range"
elemAt n (Bin _ x l r) = case compare n (size l) of
  LT -> elemAt n l
  EQ -> x
  GT -> elemAt (n - size l - 1) r

deleteAt :: Int -> Set a -> Set a
deleteAt _ Tip = errorWithoutStackTrace "Set.deleteAt: index out of range"
deleteAt n (Bin _ x l r) = case compare n (size l) of
  LT -> balance x (deleteAt n l) r
  EQ -> glue l r
  GT -> balance x l (deleteAt (n - size l - 1) r)

-- Ends --------------------------------------------------------------------------------------------

lookupMin, lookupMax :: Set a -> Maybe a
lookupMin Tip = Nothing
lookupMin (Bin _ x Tip _) = Just x
lookupMin (Bin _ _ l _) = lookupMin l
lookupMax Tip = Nothing
lookupMax (Bin _ x _ Tip) = Just x
lookupMax (Bin _ _ _ r) = lookupMax r

findMin, findMax :: Set a -> a
findMin s = case lookupMin s of
  Just x -> x
  Nothing -> errorWithoutStackTrace "Set.findMin: empty set has no minimal element"
findMax s = case lookupMax s of
  Just x -> x
  Nothing -> errorWithoutStackTrace "Set.findMax: empty set has no maximal element"

minView, maxView :: Set a -> Maybe (a, Set a)
minView Tip = Nothing
minView (Bin _ x l r) = case minView l of
  Nothing -> Just (x, r)
  Just (y, rest) -> Just (y, balance x rest r)
maxView Tip = Nothing
maxView (Bin _ x l r) = case maxView r of
  Nothing -> Just (x, l)
  Just (y, rest) -> Just (y, balance x l rest)

deleteMin, deleteMax :: Set a -> Set a
deleteMin s = maybe Tip snd (minView s)
deleteMax s = maybe Tip snd (maxView s)

deleteFindMin, deleteFindMax :: Set a -> (a, Set a)
deleteFindMin s = case minView s of
  Just r -> r
  Nothing -> (errorWithoutStackTrace "Set.deleteFindMin: can not return the minimal element of an empty set", Tip)
deleteFindMax s = case maxView s of
  Just r -> r
  Nothing -> (errorWithoutStackTrace "Set.deleteFindMax: can not return the maximal element of an empty set", Tip)

-- Elements ----------------------------------------------------------------------------------------

map :: Ord b => (a -> b) -> Set a -> Set b
map f s = fromList (Monad.map f (toList s))

mapMonotonic :: (a -> b) -> Set a -> Set b
mapMonotonic _ Tip = Tip
mapMonotonic f (Bin n x l r) = Bin n (f x) (mapMonotonic f l) (mapMonotonic f r)

foldr, foldr', fold :: (a -> b -> b) -> b -> Set a -> b
foldr _ z Tip = z
foldr f z (Bin _ x l r) = foldr f (f x (foldr f z r)) l
foldr' f z s = List.foldr' f z (toList s)
fold f z s = foldr f z s

foldl, foldl' :: (b -> a -> b) -> b -> Set a -> b
foldl _ z Tip = z
foldl f z (Bin _ x l r) = foldl f (f (foldl f z l) x) r
foldl' f z s = List.foldl' f z (toList s)

toList, toAscList, toDescList, elems :: Set a -> [a]
toList s = foldr (:) [] s
toAscList s = toList s
toDescList s = foldl (\xs x -> x : xs) [] s
elems s = toList s

instance Eq a => Eq (Set a) where
  s == t = size s == size t && toList s == toList t

instance Ord a => Ord (Set a) where
  compare s t = compare (toList s) (toList t)

instance Show a => Show (Set a) where
  showsPrec p s = showApplied p "fromList " (toList s)

instance Ord a => Semigroup (Set a) where
  s <> t = union s t
  stimes n x = stimesIdempotentMonoid n x

instance Ord a => Monoid (Set a) where
  mempty = Tip
  mconcat ss = unions ss

instance Foldable Set where
  foldr f z s = foldr f z s
  foldl f z s = foldl f z s
  foldMap _ Tip = mempty
  foldMap f (Bin _ x l r) = Foldable.foldMap f l <> (f x <> Foldable.foldMap f r)
  toList s = toList s
  null s = null s
  length s = size s
  minimum s = findMin s
  maximum s = findMax s
