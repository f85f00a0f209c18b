{-# LANGUAGE NoImplicitPrelude #-}
-- | Maps as trees that are balanced by the sizes of their branches.
module Base.Map where

import Base.Classes
import Base.Error
import Base.Foldable (Foldable)
import qualified Base.Foldable as Foldable
import Base.Function hiding (mapMaybe)
import qualified Base.List as List
import Base.Monad hiding (empty, map)
import qualified Base.Monad as Monad
import Base.Num
import qualified Base.Set as Set
import Base.Show
import Base.Traversable (Traversable (traverse))
import GHC.Types

infixl 9 !, !?, \\

data Map k a = Bin !Int !k a !(Map k a) !(Map k a) | Tip

-- Trees -------------------------------------------------------------------------------------------

size :: Map k a -> Int
size Tip = 0
size (Bin n _ _ _ _) = n

bin :: k -> a -> Map k a -> Map k a -> Map k a
bin k x l r = Bin (size l + size r + 1) k x l r

-- | Joins branches of which one may have become heavier or lighter by a little: no branch is to
-- weigh more than three times as much as the other.
balance :: k -> a -> Map k a -> Map k a -> Map k a
balance k x l r
  | size l + size r <= 1 = bin k x l r
  | size r > 3 * size l = leanLeft k x l r
  | size l > 3 * size r = leanRight k x l r
  | otherwise = bin k x l r

leanLeft, leanRight :: k -> a -> Map k a -> Map k a -> Map k a
leanLeft k x l (Bin _ j y m r)
  | size m < 2 * size r = bin j y (bin k x l m) r
  | Bin _ i z ml mr <- m = bin i z (bin k x l ml) (bin j y mr r)
leanLeft k x l r = bin k x l r
leanRight k x (Bin _ j y l m) r
  | size m < 2 * size l = bin j y l (bin k x m r)
  | Bin _ i z ml mr <- m = bin i z (bin j y l ml) (bin k x mr r)
leanRight k x l r = bin k x l r

-- | Joins branches of any weights with an entry between them.
link :: k -> a -> Map k a -> Map k a -> Map k a
link k x Tip r = insertMin k x r
link k x l Tip = insertMax k x l
link k x l@(Bin m j y lj rj) r@(Bin n i z li ri)
  | 3 * m < n = balance i z (link k x l li) ri
  | 3 * n < m = balance j y lj (link k x rj r)
  | otherwise = bin k x l r

insertMin, insertMax :: k -> a -> Map k a -> Map k a
insertMin k x Tip = singleton k x
insertMin k x (Bin _ j y l r) = balance j y (insertMin k x l) r
insertMax k x Tip = singleton k x
insertMax k x (Bin _ j y l r) = balance j y l (insertMax k x r)

-- | Joins branches of any weights.
link2 :: Map k a -> Map k a -> Map k a
link2 Tip r = r
link2 l Tip = l
link2 l r = case minViewWithKey r of
  Just ((k, x), rest) -> link k x l rest
  Nothing -> l

-- | Joins branches that were balanced with each other.
glue :: Map k a -> Map k a -> Map k a
glue Tip r = r
glue l Tip = l
glue l r = case size l > size r of
  True -> case maxViewWithKey l of
    Just ((k, x), rest) -> balance k x rest r
    Nothing -> r
  False -> case minViewWithKey r of
    Just ((k, x), rest) -> balance k x l rest
    Nothing -> l

-- | With an entry between them, or without one.
linkMaybe :: k -> Maybe a -> Map k a -> Map k a -> Map k a
linkMaybe k (Just x) l r = link k x l r
linkMaybe _ Nothing l r = link2 l r

-- Making ------------------------------------------------------------------------------------------

empty :: Map k a
empty = Tip

singleton :: k -> a -> Map k a
singleton k x = Bin 1 k x Tip Tip

fromList :: Ord k => [(k, a)] -> Map k a
fromList kxs = List.foldl' (\m (k, x) -> insert k x m) Tip kxs

fromListWith :: Ord k => (a -> a -> a) -> [(k, a)] -> Map k a
fromListWith f kxs = fromListWithKey (\_ x y -> f x y) kxs

fromListWithKey :: Ord k => (k -> a -> a -> a) -> [(k, a)] -> Map k a
fromListWithKey f kxs = List.foldl' (\m (k, x) -> insertWithKey f k x m) Tip kxs

fromAscList, fromDescList :: Eq k => [(k, a)] -> Map k a
fromAscList kxs = fromAscListWithKey (\_ x _ -> x) kxs
fromDescList kxs = fromDescListWithKey (\_ x _ -> x) kxs

fromAscListWith, fromDescListWith :: Eq k => (a -> a -> a) -> [(k, a)] -> Map k a
fromAscListWith f kxs = fromAscListWithKey (\_ x y -> f x y) kxs
fromDescListWith f kxs = fromDescListWithKey (\_ x y -> f x y) kxs

fromAscListWithKey, fromDescListWithKey :: Eq k => (k -> a -> a -> a) -> [(k, a)] -> Map k a
fromAscListWithKey f kxs = fromDistinctAscList (combineEqual f kxs)
fromDescListWithKey f kxs = fromDistinctDescList (combineEqual f kxs)

combineEqual :: Eq k => (k -> a -> a -> a) -> [(k, a)] -> [(k, a)]
combineEqual f ((k, x) : (j, y) : rest) | k == j = combineEqual f ((j, f j y x) : rest)
combineEqual f (kx : rest) = kx : combineEqual f rest
combineEqual _ [] = []

fromDistinctAscList, fromDistinctDescList :: [(k, a)] -> Map k a
fromDistinctAscList kxs = List.foldl' (\m (k, x) -> insertMax k x m) Tip kxs
fromDistinctDescList kxs = List.foldl' (\m (k, x) -> insertMin k x m) Tip kxs

fromSet :: (k -> a) -> Set.Set k -> Map k a
fromSet _ Set.Tip = Tip
fromSet f (Set.Bin n k l r) = Bin n k (f k) (fromSet f l) (fromSet f r)

insert :: Ord k => k -> a -> Map k a -> Map k a
insert k x Tip = singleton k x
insert k x (Bin n j y l r) = case compare k j of
  LT -> balance j y (insert k x l) r
  GT -> balance j y l (insert k x r)
  EQ -> Bin n k x l r

insertWith :: Ord k => (a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWith f k x m = insertWithKey (\_ y z -> f y z) k x m

insertWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWithKey _ k x Tip = singleton k x
insertWithKey f k x (Bin n j y l r) = case compare k j of
  LT -> balance j y (insertWithKey f k x l) r
  GT -> balance j y l (insertWithKey f k x r)
  EQ -> Bin n k (f k x y) l r

insertLookupWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> (Maybe a, Map k a)
insertLookupWithKey f k x m = (lookup k m, insertWithKey f k x m)

delete :: Ord k => k -> Map k a -> Map k a
delete _ Tip = Tip
delete k (Bin _ j y l r) = case compare k j of
  LT -> balance j y (delete k l) r
  GT -> balance j y l (delete k r)
  EQ -> glue l r

adjust :: Ord k => (a -> a) -> k -> Map k a -> Map k a
adjust f k m = adjustWithKey (\_ x -> f x) k m

adjustWithKey :: Ord k => (k -> a -> a) -> k -> Map k a -> Map k a
adjustWithKey _ _ Tip = Tip
adjustWithKey f k (Bin n j y l r) = case compare k j of
  LT -> Bin n j y (adjustWithKey f k l) r
  GT -> Bin n j y l (adjustWithKey f k r)
  EQ -> Bin n j (f j y) l r

update :: Ord k => (a -> Maybe a) -> k -> Map k a -> Map k a
update f k m = updateWithKey (\_ x -> f x) k m

updateWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> Map k a
updateWithKey _ _ Tip = Tip
updateWithKey f k (Bin n j y l r) = case compare k j of
  LT -> balance j y (updateWithKey f k l) r
  GT -> balance j y l (updateWithKey f k r)
  EQ -> case f j y of
    Just z -> Bin n j z l r
    Nothing -> glue l r

updateLookupWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> (Maybe a, Map k a)
updateLookupWithKey f k m = case lookup k m of
  Nothing -> (Nothing, m)
  Just x -> case f k x of
    Just y -> (Just y, adjust (\_ -> y) k m)
    Nothing -> (Just x, delete k m)

alter :: Ord k => (Maybe a -> Maybe a) -> k -> Map k a -> Map k a
alter f k Tip = case f Nothing of
  Nothing -> Tip
  Just x -> singleton k x
alter f k (Bin n j y l r) = case compare k j of
  LT -> balance j y (alter f k l) r
  GT -> balance j y l (alter f k r)
  EQ -> case f (Just y) of
    Just z -> Bin n j z l r
    Nothing -> glue l r

alterF :: (Functor f, Ord k) => (Maybe a -> f (Maybe a)) -> k -> Map k a -> f (Map k a)
alterF f k m = fmap change (f (lookup k m))
  where
    change Nothing = delete k m
    change (Just x) = insert k x m

-- Asking ------------------------------------------------------------------------------------------

null :: Map k a -> Bool
null Tip = True
null (Bin _ _ _ _ _) = False

lookup :: Ord k => k -> Map k a -> Maybe a
lookup _ Tip = Nothing
lookup k (Bin _ j y l r) = case compare k j of
  LT -> lookup k l
  GT -> lookup k r
  EQ -> Just y

(!?) :: Ord k => Map k a -> k -> Maybe a
m !? k = lookup k m

(!) :: Ord k => Map k a -> k -> a
m ! k = case lookup k m of
  Just x -> x
  Nothing -> errorWithoutStackTrace "Map.!: given key is not an element in the map"

findWithDefault :: Ord k => a -> k -> Map k a -> a
findWithDefault d k m = case lookup k m of
  Just x -> x
  Nothing -> d

member, notMember :: Ord k => k -> Map k a -> Bool
member _ Tip = False
member k (Bin _ j _ l r) = case compare k j of
  LT -> member k l
  GT -> member k r
  EQ -> True
notMember k m = not (member k m)

lookupLT, lookupGT, lookupLE, lookupGE :: Ord k => k -> Map k a -> Maybe (k, a)
lookupLT k m = go Nothing m
  where
    go best Tip = best
    go best (Bin _ j y l r) = case k <= j of
      True -> go best l
      False -> go (Just (j, y)) r
lookupGT k m = go Nothing m
  where
    go best Tip = best
    go best (Bin _ j y l r) = case k < j of
      True -> go (Just (j, y)) l
      False -> go best r
lookupLE k m = go Nothing m
  where
    go best Tip = best
    go best (Bin _ j y l r) = case compare k j of
      LT -> go best l
      EQ -> Just (j, y)
      GT -> go (Just (j, y)) r
lookupGE k m = go Nothing m
  where
    go best Tip = best
    go best (Bin _ j y l r) = case compare k j of
      LT -> go (Just (j, y)) l
      EQ -> Just (j, y)
      GT -> go best r

-- Elements ----------------------------------------------------------------------------------------

map :: (a -> b) -> Map k a -> Map k b
map f m = mapWithKey (\_ x -> f x) m

mapWithKey :: (k -> a -> b) -> Map k a -> Map k b
mapWithKey _ Tip = Tip
mapWithKey f (Bin n k x l r) = Bin n k (f k x) (mapWithKey f l) (mapWithKey f r)

traverseWithKey :: Applicative t => (k -> a -> t b) -> Map k a -> t (Map k b)
traverseWithKey _ Tip = pure Tip
traverseWithKey f (Bin n k x l r) =
  liftA3 (\l' x' r' -> Bin n k x' l' r') (traverseWithKey f l) (f k x) (traverseWithKey f r)

mapAccum :: (a -> b -> (a, c)) -> a -> Map k b -> (a, Map k c)
mapAccum f a m = mapAccumWithKey (\b _ x -> f b x) a m

mapAccumWithKey :: (a -> k -> b -> (a, c)) -> a -> Map k b -> (a, Map k c)
mapAccumWithKey _ a Tip = (a, Tip)
mapAccumWithKey f a (Bin n k x l r) = (c, Bin n k y l' r')
  where
    (a1, l') = mapAccumWithKey f a l
    (a2, y) = f a1 k x
    (c, r') = mapAccumWithKey f a2 r

mapAccumRWithKey :: (a -> k -> b -> (a, c)) -> a -> Map k b -> (a, Map k c)
mapAccumRWithKey _ a Tip = (a, Tip)
mapAccumRWithKey f a (Bin n k x l r) = (c, Bin n k y l' r')
  where
    (a1, r') = mapAccumRWithKey f a r
    (a2, y) = f a1 k x
    (c, l') = mapAccumRWithKey f a2 l

mapKeys :: Ord j => (k -> j) -> Map k a -> Map j a
mapKeys f m = fromList (Monad.map (\(k, x) -> (f k, x)) (toList m))

mapKeysWith :: Ord j => (a -> a -> a) -> (k -> j) -> Map k a -> Map j a
mapKeysWith c f m = fromListWith c (Monad.map (\(k, x) -> (f k, x)) (toList m))

mapKeysMonotonic :: (k -> j) -> Map k a -> Map j a
mapKeysMonotonic _ Tip = Tip
mapKeysMonotonic f (Bin n k x l r) = Bin n (f k) x (mapKeysMonotonic f l) (mapKeysMonotonic f r)

foldr, foldr' :: (a -> b -> b) -> b -> Map k a -> b
foldr f z m = foldrWithKey (\_ x r -> f x r) z m
foldr' f z m = foldrWithKey' (\_ x r -> f x r) z m

foldl, foldl' :: (b -> a -> b) -> b -> Map k a -> b
foldl f z m = foldlWithKey (\r _ x -> f r x) z m
foldl' f z m = foldlWithKey' (\r _ x -> f r x) z m

foldrWithKey, foldrWithKey' :: (k -> a -> b -> b) -> b -> Map k a -> b
foldrWithKey _ z Tip = z
foldrWithKey f z (Bin _ k x l r) = foldrWithKey f (f k x (foldrWithKey f z r)) l
foldrWithKey' f z m = List.foldr' (\(k, x) r -> f k x r) z (toList m)

foldlWithKey, foldlWithKey' :: (b -> k -> a -> b) -> b -> Map k a -> b
foldlWithKey _ z Tip = z
foldlWithKey f z (Bin _ k x l r) = foldlWithKey f (f (foldlWithKey f z l) k x) r
foldlWithKey' f z m = List.foldl' (\r (k, x) -> f r k x) z (toList m)

foldMapWithKey :: Monoid m => (k -> a -> m) -> Map k a -> m
foldMapWithKey _ Tip = mempty
foldMapWithKey f (Bin _ k x l r) = foldMapWithKey f l <> (f k x <> foldMapWithKey f r)

elems :: Map k a -> [a]
elems m = foldr (:) [] m

keys :: Map k a -> [k]
keys m = foldrWithKey (\k _ r -> k : r) [] m

keysSet :: Map k a -> Set.Set k
keysSet Tip = Set.Tip
keysSet (Bin n k _ l r) = Set.Bin n k (keysSet l) (keysSet r)

assocs, toList, toAscList, toDescList :: Map k a -> [(k, a)]
assocs m = toList m
toList m = foldrWithKey (\k x r -> (k, x) : r) [] m
toAscList m = toList m
toDescList m = foldlWithKey (\r k x -> (k, x) : r) [] m

-- Parts -------------------------------------------------------------------------------------------

filter :: (a -> Bool) -> Map k a -> Map k a
filter p m = filterWithKey (\_ x -> p x) m

filterWithKey :: (k -> a -> Bool) -> Map k a -> Map k a
filterWithKey _ Tip = Tip
filterWithKey p (Bin _ k x l r) = case p k x of
  True -> link k x (filterWithKey p l) (filterWithKey p r)
  False -> link2 (filterWithKey p l) (filterWithKey p r)

partition :: (a -> Bool) -> Map k a -> (Map k a, Map k a)
partition p m = partitionWithKey (\_ x -> p x) m

partitionWithKey :: (k -> a -> Bool) -> Map k a -> (Map k a, Map k a)
partitionWithKey p m = (filterWithKey p m, filterWithKey (\k x -> not (p k x)) m)

mapMaybe :: (a -> Maybe b) -> Map k a -> Map k b
mapMaybe f m = mapMaybeWithKey (\_ x -> f x) m

mapMaybeWithKey :: (k -> a -> Maybe b) -> Map k a -> Map k b
mapMaybeWithKey _ Tip = Tip
mapMaybeWithKey f (Bin _ k x l r) = linkMaybe k (f k x) (mapMaybeWithKey f l) (mapMaybeWithKey f r)

mapEither :: (a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEither f m = mapEitherWithKey (\_ x -> f x) m

mapEitherWithKey :: (k -> a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEitherWithKey f m = (mapMaybeWithKey left m, mapMaybeWithKey right m)
  where
    left k x = either Just (\_ -> Nothing) (f k x)
    right k x = either (\_ -> Nothing) Just (f k x)

restrictKeys, withoutKeys :: Ord k => Map k a -> Set.Set k -> Map k a
restrictKeys m s = filterWithKey (\k _ -> Set.member k s) m
withoutKeys m s = filterWithKey (\k _ -> Set.notMember k s) m

split :: Ord k => k -> Map k a -> (Map k a, Map k a)
split k m = case splitLookup k m of (less, _, more) -> (less, more)

splitLookup :: Ord k => k -> Map k a -> (Map k a, Maybe a, Map k a)
splitLookup _ Tip = (Tip, Nothing, Tip)
splitLookup k (Bin _ j y l r) = case compare k j of
  LT -> case splitLookup k l of (less, found, more) -> (less, found, link j y more r)
  GT -> case splitLookup k r of (less, found, more) -> (link j y l less, found, more)
  EQ -> (l, Just y, r)

takeWhileAntitone, dropWhileAntitone :: (k -> Bool) -> Map k a -> Map k a
takeWhileAntitone _ Tip = Tip
takeWhileAntitone p (Bin _ k x l r) = case p k of
  True -> link k x l (takeWhileAntitone p r)
  False -> takeWhileAntitone p l
dropWhileAntitone _ Tip = Tip
dropWhileAntitone p (Bin _ k x l r) = case p k of
  True -> dropWhileAntitone p r
  False -> link k x (dropWhileAntitone p l) r

spanAntitone :: (k -> Bool) -> Map k a -> (Map k a, Map k a)
spanAntitone p m = (takeWhileAntitone p m, dropWhileAntitone p m)

-- Together ----------------------------------------------------------------------------------------

union :: Ord k => Map k a -> Map k a -> Map k a
union s t = unionWith const s t

unionWith :: Ord k => (a -> a -> a) -> Map k a -> Map k a -> Map k a
unionWith f s t = unionWithKey (\_ x y -> f x y) s t

unionWithKey :: Ord k => (k -> a -> a -> a) -> Map k a -> Map k a -> Map k a
unionWithKey _ s Tip = s
unionWithKey _ Tip t = t
unionWithKey f (Bin _ k x l r) t = case splitLookup k t of
  (less, found, more) -> case found of
    Nothing -> link k x (unionWithKey f l less) (unionWithKey f r more)
    Just y -> link k (f k x y) (unionWithKey f l less) (unionWithKey f r more)

unions :: (Foldable f, Ord k) => f (Map k a) -> Map k a
unions ms = Foldable.foldl' union Tip ms

unionsWith :: (Foldable f, Ord k) => (a -> a -> a) -> f (Map k a) -> Map k a
unionsWith f ms = Foldable.foldl' (unionWith f) Tip ms

difference, (\\) :: Ord k => Map k a -> Map k b -> Map k a
difference Tip _ = Tip
difference s Tip = s
difference s (Bin _ k _ l r) = case split k s of
  (less, more) -> link2 (difference less l) (difference more r)
s \\ t = difference s t

differenceWith :: Ord k => (a -> b -> Maybe a) -> Map k a -> Map k b -> Map k a
differenceWith f s t = mapMaybeWithKey keep s
  where
    keep k x = case lookup k t of
      Nothing -> Just x
      Just y -> f x y

intersection :: Ord k => Map k a -> Map k b -> Map k a
intersection s t = intersectionWith const s t

intersectionWith :: Ord k => (a -> b -> c) -> Map k a -> Map k b -> Map k c
intersectionWith f s t = intersectionWithKey (\_ x y -> f x y) s t

intersectionWithKey :: Ord k => (k -> a -> b -> c) -> Map k a -> Map k b -> Map k c
intersectionWithKey _ Tip _ = Tip
intersectionWithKey _ _ Tip = Tip
intersectionWithKey f (Bin _ k x l r) t = case splitLookup k t of
  (less, found, more) ->
    linkMaybe k (fmap (\y -> f k x y) found) (intersectionWithKey f l less) (intersectionWithKey f r more)

disjoint :: Ord k => Map k a -> Map k b -> Bool
disjoint s t = null (intersection s t)

compose :: Ord b => Map b c -> Map a b -> Map a c
compose bc ab = mapMaybe (\b -> lookup b bc) ab

mergeWithKey :: Ord k => (k -> a -> b -> Maybe c) -> (Map k a -> Map k c) -> (Map k b -> Map k c)
  -> Map k a -> Map k b -> Map k c
mergeWithKey f g h s t = unions [both, g (difference s t), h (difference t s)]
  where
    both = mapMaybeWithKey (\_ r -> r) (intersectionWithKey f s t)

isSubmapOf, isProperSubmapOf :: (Ord k, Eq a) => Map k a -> Map k a -> Bool
isSubmapOf s t = isSubmapOfBy (==) s t
isProperSubmapOf s t = isProperSubmapOfBy (==) s t

isSubmapOfBy, isProperSubmapOfBy :: Ord k => (a -> b -> Bool) -> Map k a -> Map k b -> Bool
isSubmapOfBy f s t = size s <= size t && List.all inside (toList s)
  where
    inside (k, x) = case lookup k t of
      Nothing -> False
      Just y -> f x y
isProperSubmapOfBy f s t = size s < size t && isSubmapOfBy f s t

-- Ends --------------------------------------------------------------------------------------------

lookupMin, lookupMax :: Map k a -> Maybe (k, a)
lookupMin Tip = Nothing
lookupMin (Bin _ k x Tip _) = Just (k, x)
lookupMin (Bin _ _ _ l _) = lookupMin l
lookupMax Tip = Nothing
lookupMax (Bin _ k x _ Tip) = Just (k, x)
lookupMax (Bin _ _ _ _ r) = lookupMax r

findMin, findMax :: Map k a -> (k, a)
findMin m = case lookupMin m of
  Just kx -> kx
  Nothing -> errorWithoutStackTrace "Map.findMin: empty map has no minimal element"
findMax m = case lookupMax m of
  Just kx -> kx
  Nothing -> errorWithoutStackTrace "Map.findMax: empty map has no maximal element"

minViewWithKey, maxViewWithKey :: Map k a -> Maybe ((k, a), Map k a)
minViewWithKey Tip = Nothing
minViewWithKey (Bin _ k x l r) = case minViewWithKey l of
  Nothing -> Just ((k, x), r)
  Just (least, rest) -> Just (least, balance k x rest r)
maxViewWithKey Tip = Nothing
maxViewWithKey (Bin _ k x l r) = case maxViewWithKey r of
  Nothing -> Just ((k, x), l)
  Just (greatest, rest) -> Just (greatest, balance k x l rest)

minView, maxView :: Map k a -> Maybe (a, Map k a)
minView m = fmap (\((_, x), rest) -> (x, rest)) (minViewWithKey m)
maxView m = fmap (\((_, x), rest) -> (x, rest)) (maxViewWithKey m)

deleteMin, deleteMax :: Map k a -> Map k a
deleteMin m = maybe Tip snd (minViewWithKey m)
deleteMax m = maybe Tip snd (maxViewWithKey m)

deleteFindMin, deleteFindMax :: Map k a -> ((k, a), Map k a)
deleteFindMin m = case minViewWithKey m of
  Just r -> r
  Nothing -> (errorWithoutStackTrace "Map.deleteFindMin: can not return the minimal element of an empty map", Tip)
deleteFindMax m = case maxViewWithKey m of
  Just r -> r
  Nothing -> (errorWithoutStackTrace "Map.deleteFindMax: can not return the maximal element of an empty map", Tip)

updateMin, updateMax :: (a -> Maybe a) -> Map k a -> Map k a
updateMin f m = updateMinWithKey (\_ x -> f x) m
updateMax f m = updateMaxWithKey (\_ x -> f x) m

updateMinWithKey, updateMaxWithKey :: (k -> a -> Maybe a) -> Map k a -> Map k a
updateMinWithKey f m = case minViewWithKey m of
  Nothing -> Tip
  Just ((k, x), rest) -> maybe rest (\y -> insertMin k y rest) (f k x)
updateMaxWithKey f m = case maxViewWithKey m of
  Nothing -> Tip
  Just ((k, x), rest) -> maybe rest (\y -> insertMax k y rest) (f k x)

-- Places ------------------------------------------------------------------------------------------

lookupIndex :: Ord k => k -> Map k a -> Maybe Int
lookupIndex k m = Set.lookupIndex k (keysSet m)

findIndex :: Ord k => k -> Map k a -> Int
findIndex k m = case lookupIndex k m of
  Just n -> n
  Nothing -> errorWithoutStackTrace "Map.findIndex: element is not in the map"

elemAt :: Int -> Map k a -> (k, a)
elemAt _ Tip = errorWithoutStackTrace "Map.elemAt: index out of range"
elemAt n (Bin _ k x l r) = case compare n (size l) of
  LT -> elemAt n l
  EQ -> (k, x)
  GT -> elemAt (n - size l - 1) r

updateAt :: (k -> a -> Maybe a) -> Int -> Map k a -> Map k a
updateAt _ _ Tip = errorWithoutStackTrace "Map.updateAt: index out of range"
updateAt f n (Bin s k x l r) = case compare n (size l) of
  LT -> balance k x (updateAt f n l) r
  GT -> balance k x l (updateAt f (n - size l - 1) r)
  EQ -> case f k x of
    Just y -> Bin s k y l r
    Nothing -> glue l r

deleteAt :: Int -> Map k a -> Map k a
deleteAt n m = case n < 0 || n >= size m of
  True -> errorWithoutStackTrace "Map.deleteAt: index out of range"
  False -> updateAt (\_ _ -> Nothing) n m

take, drop :: Int -> Map k a -> Map k a
take n m = fromDistinctAscList (List.take n (toList m))
drop n m = fromDistinctAscList (List.drop n (toList m))

splitAt :: Int -> Map k a -> (Map k a, Map k a)
splitAt n m = (take n m, drop n m)

valid :: Ord k => Map k a -> Bool
valid m = ascending (keys m)
  where
    ascending (j : rest@(k : _)) = j < k && ascending rest
    ascending _ = True

-- Instances ---------------------------------------------------------------------------------------

instance (Eq k, Eq a) => Eq (Map k a) where
  s == t = size s == size t && toList s == toList t

instance (Ord k, Ord a) => Ord (Map k a) where
  compare s t = compare (toList s) (toList t)

instance (Show k, Show a) => Show (Map k a) where
  showsPrec p m = showApplied p "fromList " (toList m)

instance Ord k => Semigroup (Map k a) where
  s <> t = union s t
  stimes n x = stimesIdempotentMonoid n x

instance Ord k => Monoid (Map k a) where
  mempty = Tip
  mconcat ms = unions ms

instance Functor (Map k) where
  fmap f m = map f m

instance Foldable (Map k) where
  foldr f z m = foldr f z m
  foldl f z m = foldl f z m
  foldMap f m = foldMapWithKey (\_ x -> f x) m
  toList m = elems m
  null m = null m
  length m = size m

instance Traversable (Map k) where
  traverse f m = traverseWithKey (\_ x -> f x) m
