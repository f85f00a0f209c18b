{-# LANGUAGE BangPatterns, NoImplicitPrelude #-}
-- | The functions on maps that evaluate the values they put in. The others are those of "Base.Map".
module Base.MapStrict where

import Base.Classes
import Base.Foldable (Foldable)
import qualified Base.Foldable as Foldable
import Base.Function hiding (mapMaybe)
import qualified Base.List as List
import Base.Map (Map (..), balance, link, lookup, splitLookup, toList)
import qualified Base.Map as Lazy
import Base.Monad hiding (map)
import qualified Base.Monad as Monad
import Base.Num
import qualified Base.Set as Set
import GHC.Types

singleton :: k -> a -> Map k a
singleton k !x = Bin 1 k x Tip Tip

-- | The same entry with its value evaluated.
forced :: Maybe a -> Maybe a
forced r = case r of
  Just !x -> r
  Nothing -> r

fromList :: Ord k => [(k, a)] -> Map k a
fromList kxs = List.foldl' (\m (k, x) -> insert k x m) Tip kxs

fromListWith :: Ord k => (a -> a -> a) -> [(k, a)] -> Map k a
fromListWith f kxs = fromListWithKey (\_ x y -> f x y) kxs

fromListWithKey :: Ord k => (k -> a -> a -> a) -> [(k, a)] -> Map k a
fromListWithKey f kxs = List.foldl' (\m (k, x) -> insertWithKey f k x m) Tip kxs

fromAscList, fromDescList :: Eq k => [(k, a)] -> Map k a
fromAscList kxs = map id (Lazy.fromAscList kxs)
fromDescList kxs = map id (Lazy.fromDescList kxs)

fromAscListWith, fromDescListWith :: Eq k => (a -> a -> a) -> [(k, a)] -> Map k a
fromAscListWith f kxs = map id (Lazy.fromAscListWith f kxs)
fromDescListWith f kxs = map id (Lazy.fromDescListWith f kxs)

fromAscListWithKey, fromDescListWithKey :: Eq k => (k -> a -> a -> a) -> [(k, a)] -> Map k a
fromAscListWithKey f kxs = map id (Lazy.fromAscListWithKey f kxs)
fromDescListWithKey f kxs = map id (Lazy.fromDescListWithKey f kxs)

fromDistinctAscList, fromDistinctDescList :: [(k, a)] -> Map k a
fromDistinctAscList kxs = map id (Lazy.fromDistinctAscList kxs)
fromDistinctDescList kxs = map id (Lazy.fromDistinctDescList kxs)

fromSet :: (k -> a) -> Set.Set k -> Map k a
fromSet f s = map id (Lazy.fromSet f s)

insert :: Ord k => k -> a -> Map k a -> Map k a
insert k !x m = Lazy.insert k x m

insertWith :: Ord k => (a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWith f k x m = insertWithKey (\_ y z -> f y z) k x m

insertWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWithKey _ k x Tip = singleton k x
insertWithKey f k x (Bin n j y l r) = case compare k j of
  LT -> balance j y (insertWithKey f k x l) r
  GT -> balance j y l (insertWithKey f k x r)
  EQ -> case f k x y of !z -> Bin n k z l r

insertLookupWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> (Maybe a, Map k a)
insertLookupWithKey f k x m = case insertWithKey f k x m of !n -> (lookup k m, n)

adjust :: Ord k => (a -> a) -> k -> Map k a -> Map k a
adjust f k m = adjustWithKey (\_ x -> f x) k m

adjustWithKey :: Ord k => (k -> a -> a) -> k -> Map k a -> Map k a
adjustWithKey _ _ Tip = Tip
adjustWithKey f k (Bin n j y l r) = case compare k j of
  LT -> Bin n j y (adjustWithKey f k l) r
  GT -> Bin n j y l (adjustWithKey f k r)
  EQ -> case f j y of !z -> Bin n j z l r

update :: Ord k => (a -> Maybe a) -> k -> Map k a -> Map k a
update f k m = Lazy.update (\x -> forced (f x)) k m

updateWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> Map k a
updateWithKey f k m = Lazy.updateWithKey (\j x -> forced (f j x)) k m

updateLookupWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> (Maybe a, Map k a)
updateLookupWithKey f k m = Lazy.updateLookupWithKey (\j x -> forced (f j x)) k m

alter :: Ord k => (Maybe a -> Maybe a) -> k -> Map k a -> Map k a
alter f k m = Lazy.alter (\r -> forced (f r)) k m

alterF :: (Functor f, Ord k) => (Maybe a -> f (Maybe a)) -> k -> Map k a -> f (Map k a)
alterF f k m = fmap change (f (lookup k m))
  where
    change Nothing = Lazy.delete k m
    change (Just x) = insert k x m

findWithDefault :: Ord k => a -> k -> Map k a -> a
findWithDefault !d k m = Lazy.findWithDefault d k m

map :: (a -> b) -> Map k a -> Map k b
map f m = mapWithKey (\_ x -> f x) m

mapWithKey :: (k -> a -> b) -> Map k a -> Map k b
mapWithKey _ Tip = Tip
mapWithKey f (Bin n k x l r) = case f k x of
  !y -> Bin n k y (mapWithKey f l) (mapWithKey f r)

traverseWithKey :: Applicative t => (k -> a -> t b) -> Map k a -> t (Map k b)
traverseWithKey _ Tip = pure Tip
traverseWithKey f (Bin n k x l r) =
  liftA3 (\l' !x' r' -> Bin n k x' l' r') (traverseWithKey f l) (f k x) (traverseWithKey f r)

mapAccum :: (a -> b -> (a, c)) -> a -> Map k b -> (a, Map k c)
mapAccum f a m = mapAccumWithKey (\b _ x -> f b x) a m

mapAccumWithKey :: (a -> k -> b -> (a, c)) -> a -> Map k b -> (a, Map k c)
mapAccumWithKey f a m = fmap (map id) (Lazy.mapAccumWithKey f a m)

mapKeysWith :: Ord j => (a -> a -> a) -> (k -> j) -> Map k a -> Map j a
mapKeysWith c f m = fromListWith c (Monad.map (\(k, x) -> (f k, x)) (toList m))

mapMaybe :: (a -> Maybe b) -> Map k a -> Map k b
mapMaybe f m = mapMaybeWithKey (\_ x -> f x) m

mapMaybeWithKey :: (k -> a -> Maybe b) -> Map k a -> Map k b
mapMaybeWithKey f m = Lazy.mapMaybeWithKey (\k x -> forced (f k x)) m

mapEither :: (a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEither f m = mapEitherWithKey (\_ x -> f x) m

mapEitherWithKey :: (k -> a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEitherWithKey f m = case Lazy.mapEitherWithKey f m of (l, r) -> (map id l, map id r)

unionWith :: Ord k => (a -> a -> a) -> Map k a -> Map k a -> Map k a
unionWith f s t = unionWithKey (\_ x y -> f x y) s t

unionWithKey :: Ord k => (k -> a -> a -> a) -> Map k a -> Map k a -> Map k a
unionWithKey _ s Tip = s
unionWithKey _ Tip t = t
unionWithKey f (Bin _ k x l r) t = case splitLookup k t of
  (less, found, more) -> case found of
    Nothing -> link k x (unionWithKey f l less) (unionWithKey f r more)
    Just y -> case f k x y of
      !z -> link k z (unionWithKey f l less) (unionWithKey f r more)

unionsWith :: (Foldable f, Ord k) => (a -> a -> a) -> f (Map k a) -> Map k a
unionsWith f ms = Foldable.foldl' (unionWith f) Tip ms

differenceWith :: Ord k => (a -> b -> Maybe a) -> Map k a -> Map k b -> Map k a
differenceWith f s t = Lazy.differenceWith (\x y -> forced (f x y)) s t

intersectionWith :: Ord k => (a -> b -> c) -> Map k a -> Map k b -> Map k c
intersectionWith f s t = intersectionWithKey (\_ x y -> f x y) s t

intersectionWithKey :: Ord k => (k -> a -> b -> c) -> Map k a -> Map k b -> Map k c
intersectionWithKey f s t = map id (Lazy.intersectionWithKey f s t)

updateMin, updateMax :: (a -> Maybe a) -> Map k a -> Map k a
updateMin f m = Lazy.updateMin (\x -> forced (f x)) m
updateMax f m = Lazy.updateMax (\x -> forced (f x)) m

updateMinWithKey, updateMaxWithKey :: (k -> a -> Maybe a) -> Map k a -> Map k a
updateMinWithKey f m = Lazy.updateMinWithKey (\k x -> forced (f k x)) m
updateMaxWithKey f m = Lazy.updateMaxWithKey (\k x -> forced (f k x)) m
