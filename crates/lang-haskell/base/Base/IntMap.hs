{-# LANGUAGE NoImplicitPrelude #-}
-- | Maps from whole numbers: the maps of "Base.Map", at that key.
module Base.IntMap where

import Base.Classes
import Base.Foldable (Foldable)
import qualified Base.Foldable as Foldable
import Base.Function hiding (mapMaybe)
import Base.IntSet (IntSet (..))
import qualified Base.Map as M
import Base.Monad hiding (empty, map)
import Base.Num
import Base.Show
import Base.Traversable (Traversable (traverse))
import GHC.Types

infixl 9 !, !?, \\

newtype IntMap a = IntMap (M.Map Int a)

type Key = Int

unwrap :: IntMap a -> M.Map Int a
unwrap (IntMap m) = m

both :: (M.Map Int a, M.Map Int b) -> (IntMap a, IntMap b)
both (l, r) = (IntMap l, IntMap r)

around :: (M.Map Int a, b, M.Map Int a) -> (IntMap a, b, IntMap a)
around (l, x, r) = (IntMap l, x, IntMap r)

size :: IntMap a -> Int
size (IntMap m) = M.size m

empty :: IntMap a
empty = IntMap M.empty

singleton :: Int -> a -> IntMap a
singleton a b = IntMap (M.singleton a b)

fromList :: [(Int, a)] -> IntMap a
fromList a = IntMap (M.fromList a)

fromListWith :: (a -> a -> a) -> [(Int, a)] -> IntMap a
fromListWith a b = IntMap (M.fromListWith a b)

fromListWithKey :: (Int -> a -> a -> a) -> [(Int, a)] -> IntMap a
fromListWithKey a b = IntMap (M.fromListWithKey a b)

fromAscList :: [(Int, a)] -> IntMap a
fromAscList a = IntMap (M.fromAscList a)

fromAscListWith :: (a -> a -> a) -> [(Int, a)] -> IntMap a
fromAscListWith a b = IntMap (M.fromAscListWith a b)

fromAscListWithKey :: (Int -> a -> a -> a) -> [(Int, a)] -> IntMap a
fromAscListWithKey a b = IntMap (M.fromAscListWithKey a b)

fromDistinctAscList :: [(Int, a)] -> IntMap a
fromDistinctAscList a = IntMap (M.fromDistinctAscList a)

insert :: Int -> a -> IntMap a -> IntMap a
insert a b (IntMap c) = IntMap (M.insert a b c)

insertWith :: (a -> a -> a) -> Int -> a -> IntMap a -> IntMap a
insertWith a b c (IntMap d) = IntMap (M.insertWith a b c d)

insertWithKey :: (Int -> a -> a -> a) -> Int -> a -> IntMap a -> IntMap a
insertWithKey a b c (IntMap d) = IntMap (M.insertWithKey a b c d)

insertLookupWithKey :: (Int -> a -> a -> a) -> Int -> a -> IntMap a -> (Maybe a, IntMap a)
insertLookupWithKey a b c (IntMap d) = fmap IntMap (M.insertLookupWithKey a b c d)

delete :: Int -> IntMap a -> IntMap a
delete a (IntMap b) = IntMap (M.delete a b)

adjust :: (a -> a) -> Int -> IntMap a -> IntMap a
adjust a b (IntMap c) = IntMap (M.adjust a b c)

adjustWithKey :: (Int -> a -> a) -> Int -> IntMap a -> IntMap a
adjustWithKey a b (IntMap c) = IntMap (M.adjustWithKey a b c)

update :: (a -> Maybe a) -> Int -> IntMap a -> IntMap a
update a b (IntMap c) = IntMap (M.update a b c)

updateWithKey :: (Int -> a -> Maybe a) -> Int -> IntMap a -> IntMap a
updateWithKey a b (IntMap c) = IntMap (M.updateWithKey a b c)

updateLookupWithKey :: (Int -> a -> Maybe a) -> Int -> IntMap a -> (Maybe a, IntMap a)
updateLookupWithKey a b (IntMap c) = fmap IntMap (M.updateLookupWithKey a b c)

alter :: (Maybe a -> Maybe a) -> Int -> IntMap a -> IntMap a
alter a b (IntMap c) = IntMap (M.alter a b c)

alterF :: Functor f => (Maybe a -> f (Maybe a)) -> Int -> IntMap a -> f (IntMap a)
alterF a b (IntMap c) = fmap IntMap (M.alterF a b c)

null :: IntMap a -> Bool
null (IntMap a) = M.null a

lookup :: Int -> IntMap a -> Maybe a
lookup a (IntMap b) = M.lookup a b

(!?) :: IntMap a -> Int -> Maybe a
IntMap a !? b = a M.!? b

(!) :: IntMap a -> Int -> a
IntMap a ! b = a M.! b

findWithDefault :: a -> Int -> IntMap a -> a
findWithDefault a b (IntMap c) = M.findWithDefault a b c

member, notMember :: Int -> IntMap a -> Bool
member a (IntMap b) = M.member a b
notMember a (IntMap b) = M.notMember a b

lookupLT, lookupGT, lookupLE, lookupGE :: Int -> IntMap a -> Maybe (Int, a)
lookupLT a (IntMap b) = M.lookupLT a b
lookupGT a (IntMap b) = M.lookupGT a b
lookupLE a (IntMap b) = M.lookupLE a b
lookupGE a (IntMap b) = M.lookupGE a b

mapWithKey :: (Int -> a -> b) -> IntMap a -> IntMap b
mapWithKey a (IntMap b) = IntMap (M.mapWithKey a b)

traverseWithKey :: Applicative t => (Int -> a -> t b) -> IntMap a -> t (IntMap b)
traverseWithKey a (IntMap b) = fmap IntMap (M.traverseWithKey a b)

mapAccum :: (a -> b -> (a, c)) -> a -> IntMap b -> (a, IntMap c)
mapAccum a b (IntMap c) = fmap IntMap (M.mapAccum a b c)

mapAccumWithKey :: (a -> Int -> b -> (a, c)) -> a -> IntMap b -> (a, IntMap c)
mapAccumWithKey a b (IntMap c) = fmap IntMap (M.mapAccumWithKey a b c)

mapAccumRWithKey :: (a -> Int -> b -> (a, c)) -> a -> IntMap b -> (a, IntMap c)
mapAccumRWithKey a b (IntMap c) = fmap IntMap (M.mapAccumRWithKey a b c)

foldr, foldr' :: (a -> b -> b) -> b -> IntMap a -> b
foldr a b (IntMap c) = M.foldr a b c
foldr' a b (IntMap c) = M.foldr' a b c

foldl, foldl' :: (b -> a -> b) -> b -> IntMap a -> b
foldl a b (IntMap c) = M.foldl a b c
foldl' a b (IntMap c) = M.foldl' a b c

foldrWithKey, foldrWithKey' :: (Int -> a -> b -> b) -> b -> IntMap a -> b
foldrWithKey a b (IntMap c) = M.foldrWithKey a b c
foldrWithKey' a b (IntMap c) = M.foldrWithKey' a b c

foldlWithKey, foldlWithKey' :: (b -> Int -> a -> b) -> b -> IntMap a -> b
foldlWithKey a b (IntMap c) = M.foldlWithKey a b c
foldlWithKey' a b (IntMap c) = M.foldlWithKey' a b c

foldMapWithKey :: Monoid m => (Int -> a -> m) -> IntMap a -> m
foldMapWithKey a (IntMap b) = M.foldMapWithKey a b

elems :: IntMap a -> [a]
elems (IntMap a) = M.elems a

keys :: IntMap a -> [Int]
keys (IntMap a) = M.keys a

assocs, toList, toAscList, toDescList :: IntMap a -> [(Int, a)]
assocs (IntMap a) = M.assocs a
toList (IntMap a) = M.toList a
toAscList (IntMap a) = M.toAscList a
toDescList (IntMap a) = M.toDescList a

filter :: (a -> Bool) -> IntMap a -> IntMap a
filter a (IntMap b) = IntMap (M.filter a b)

filterWithKey :: (Int -> a -> Bool) -> IntMap a -> IntMap a
filterWithKey a (IntMap b) = IntMap (M.filterWithKey a b)

partition :: (a -> Bool) -> IntMap a -> (IntMap a, IntMap a)
partition a (IntMap b) = both (M.partition a b)

partitionWithKey :: (Int -> a -> Bool) -> IntMap a -> (IntMap a, IntMap a)
partitionWithKey a (IntMap b) = both (M.partitionWithKey a b)

mapMaybe :: (a -> Maybe b) -> IntMap a -> IntMap b
mapMaybe a (IntMap b) = IntMap (M.mapMaybe a b)

mapMaybeWithKey :: (Int -> a -> Maybe b) -> IntMap a -> IntMap b
mapMaybeWithKey a (IntMap b) = IntMap (M.mapMaybeWithKey a b)

mapEither :: (a -> Either b c) -> IntMap a -> (IntMap b, IntMap c)
mapEither a (IntMap b) = both (M.mapEither a b)

mapEitherWithKey :: (Int -> a -> Either b c) -> IntMap a -> (IntMap b, IntMap c)
mapEitherWithKey a (IntMap b) = both (M.mapEitherWithKey a b)

restrictKeys, withoutKeys :: IntMap a -> IntSet -> IntMap a
restrictKeys (IntMap a) (IntSet b) = IntMap (M.restrictKeys a b)
withoutKeys (IntMap a) (IntSet b) = IntMap (M.withoutKeys a b)

split :: Int -> IntMap a -> (IntMap a, IntMap a)
split a (IntMap b) = both (M.split a b)

splitLookup :: Int -> IntMap a -> (IntMap a, Maybe a, IntMap a)
splitLookup a (IntMap b) = around (M.splitLookup a b)

union :: IntMap a -> IntMap a -> IntMap a
union (IntMap a) (IntMap b) = IntMap (M.union a b)

unionWith :: (a -> a -> a) -> IntMap a -> IntMap a -> IntMap a
unionWith a (IntMap b) (IntMap c) = IntMap (M.unionWith a b c)

unionWithKey :: (Int -> a -> a -> a) -> IntMap a -> IntMap a -> IntMap a
unionWithKey a (IntMap b) (IntMap c) = IntMap (M.unionWithKey a b c)

difference, (\\) :: IntMap a -> IntMap b -> IntMap a
difference (IntMap a) (IntMap b) = IntMap (M.difference a b)
IntMap a \\ IntMap b = IntMap (a M.\\ b)

differenceWith :: (a -> b -> Maybe a) -> IntMap a -> IntMap b -> IntMap a
differenceWith a (IntMap b) (IntMap c) = IntMap (M.differenceWith a b c)

intersection :: IntMap a -> IntMap b -> IntMap a
intersection (IntMap a) (IntMap b) = IntMap (M.intersection a b)

intersectionWith :: (a -> b -> c) -> IntMap a -> IntMap b -> IntMap c
intersectionWith a (IntMap b) (IntMap c) = IntMap (M.intersectionWith a b c)

intersectionWithKey :: (Int -> a -> b -> c) -> IntMap a -> IntMap b -> IntMap c
intersectionWithKey a (IntMap b) (IntMap c) = IntMap (M.intersectionWithKey a b c)

disjoint :: IntMap a -> IntMap b -> Bool
disjoint (IntMap a) (IntMap b) = M.disjoint a b

isSubmapOf, isProperSubmapOf :: Eq a => IntMap a -> IntMap a -> Bool
isSubmapOf (IntMap a) (IntMap b) = M.isSubmapOf a b
isProperSubmapOf (IntMap a) (IntMap b) = M.isProperSubmapOf a b

isSubmapOfBy, isProperSubmapOfBy :: (a -> b -> Bool) -> IntMap a -> IntMap b -> Bool
isSubmapOfBy a (IntMap b) (IntMap c) = M.isSubmapOfBy a b c
isProperSubmapOfBy a (IntMap b) (IntMap c) = M.isProperSubmapOfBy a b c

lookupMin, lookupMax :: IntMap a -> Maybe (Int, a)
lookupMin (IntMap a) = M.lookupMin a
lookupMax (IntMap a) = M.lookupMax a

findMin, findMax :: IntMap a -> (Int, a)
findMin (IntMap a) = M.findMin a
findMax (IntMap a) = M.findMax a

minViewWithKey, maxViewWithKey :: IntMap a -> Maybe ((Int, a), IntMap a)
minViewWithKey (IntMap a) = fmap (fmap IntMap) (M.minViewWithKey a)
maxViewWithKey (IntMap a) = fmap (fmap IntMap) (M.maxViewWithKey a)

minView, maxView :: IntMap a -> Maybe (a, IntMap a)
minView (IntMap a) = fmap (fmap IntMap) (M.minView a)
maxView (IntMap a) = fmap (fmap IntMap) (M.maxView a)

deleteMin, deleteMax :: IntMap a -> IntMap a
deleteMin (IntMap a) = IntMap (M.deleteMin a)
deleteMax (IntMap a) = IntMap (M.deleteMax a)

deleteFindMin, deleteFindMax :: IntMap a -> ((Int, a), IntMap a)
deleteFindMin (IntMap a) = fmap IntMap (M.deleteFindMin a)
deleteFindMax (IntMap a) = fmap IntMap (M.deleteFindMax a)

updateMin, updateMax :: (a -> Maybe a) -> IntMap a -> IntMap a
updateMin a (IntMap b) = IntMap (M.updateMin a b)
updateMax a (IntMap b) = IntMap (M.updateMax a b)

updateMinWithKey, updateMaxWithKey :: (Int -> a -> Maybe a) -> IntMap a -> IntMap a
updateMinWithKey a (IntMap b) = IntMap (M.updateMinWithKey a b)
updateMaxWithKey a (IntMap b) = IntMap (M.updateMaxWithKey a b)

map :: (a -> b) -> IntMap a -> IntMap b
map f (IntMap m) = IntMap (M.map f m)

mapKeys, mapKeysMonotonic :: (Int -> Int) -> IntMap a -> IntMap a
mapKeys f (IntMap m) = IntMap (M.mapKeys f m)
mapKeysMonotonic f (IntMap m) = IntMap (M.mapKeysMonotonic f m)

mapKeysWith :: (a -> a -> a) -> (Int -> Int) -> IntMap a -> IntMap a
mapKeysWith c f (IntMap m) = IntMap (M.mapKeysWith c f m)

fromSet :: (Int -> a) -> IntSet -> IntMap a
fromSet f (IntSet s) = IntMap (M.fromSet f s)

keysSet :: IntMap a -> IntSet
keysSet (IntMap m) = IntSet (M.keysSet m)

unions :: Foldable f => f (IntMap a) -> IntMap a
unions ms = Foldable.foldl' union empty ms

unionsWith :: Foldable f => (a -> a -> a) -> f (IntMap a) -> IntMap a
unionsWith f ms = Foldable.foldl' (unionWith f) empty ms

compose :: IntMap c -> IntMap Int -> IntMap c
compose (IntMap bc) (IntMap ab) = IntMap (M.compose bc ab)

mergeWithKey :: (Int -> a -> b -> Maybe c) -> (IntMap a -> IntMap c) -> (IntMap b -> IntMap c)
  -> IntMap a -> IntMap b -> IntMap c
mergeWithKey f g h (IntMap s) (IntMap t) =
  IntMap (M.mergeWithKey f (\m -> unwrap (g (IntMap m))) (\m -> unwrap (h (IntMap m))) s t)

instance Eq a => Eq (IntMap a) where
  IntMap s == IntMap t = s == t

instance Ord a => Ord (IntMap a) where
  compare (IntMap s) (IntMap t) = compare s t

instance Show a => Show (IntMap a) where
  showsPrec p (IntMap m) = showsPrec p m

instance Semigroup (IntMap a) where
  s <> t = union s t
  stimes n x = stimesIdempotentMonoid n x

instance Monoid (IntMap a) where
  mempty = empty
  mconcat ms = unions ms

instance Functor IntMap where
  fmap f m = map f m

instance Foldable IntMap where
  foldr f z m = foldr f z m
  foldl f z m = foldl f z m
  foldMap f m = foldMapWithKey (\_ x -> f x) m
  toList m = elems m
  null m = null m
  length m = size m

instance Traversable IntMap where
  traverse f m = traverseWithKey (\_ x -> f x) m
