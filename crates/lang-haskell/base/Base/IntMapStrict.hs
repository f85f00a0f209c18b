{-# LANGUAGE NoImplicitPrelude #-}
-- | The functions on maps from whole numbers that evaluate the values they put in.
module Base.IntMapStrict where

import Base.Classes
import Base.Foldable (Foldable)
import qualified Base.Foldable as Foldable
import Base.Function hiding (mapMaybe)
import Base.IntMap (IntMap (..), both, empty)
import Base.IntSet (IntSet (..))
import qualified Base.MapStrict as M
import Base.Monad hiding (empty, map)
import GHC.Types

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

findWithDefault :: a -> Int -> IntMap a -> a
findWithDefault a b (IntMap c) = M.findWithDefault a b c

mapWithKey :: (Int -> a -> b) -> IntMap a -> IntMap b
mapWithKey a (IntMap b) = IntMap (M.mapWithKey a b)

traverseWithKey :: Applicative t => (Int -> a -> t b) -> IntMap a -> t (IntMap b)
traverseWithKey a (IntMap b) = fmap IntMap (M.traverseWithKey a b)

mapAccum :: (a -> b -> (a, c)) -> a -> IntMap b -> (a, IntMap c)
mapAccum a b (IntMap c) = fmap IntMap (M.mapAccum a b c)

mapAccumWithKey :: (a -> Int -> b -> (a, c)) -> a -> IntMap b -> (a, IntMap c)
mapAccumWithKey a b (IntMap c) = fmap IntMap (M.mapAccumWithKey a b c)

mapMaybe :: (a -> Maybe b) -> IntMap a -> IntMap b
mapMaybe a (IntMap b) = IntMap (M.mapMaybe a b)

mapMaybeWithKey :: (Int -> a -> Maybe b) -> IntMap a -> IntMap b
mapMaybeWithKey a (IntMap b) = IntMap (M.mapMaybeWithKey a b)

mapEither :: (a -> Either b c) -> IntMap a -> (IntMap b, IntMap c)
mapEither a (IntMap b) = both (M.mapEither a b)

mapEitherWithKey :: (Int -> a -> Either b c) -> IntMap a -> (IntMap b, IntMap c)
mapEitherWithKey a (IntMap b) = both (M.mapEitherWithKey a b)

unionWith :: (a -> a -> a) -> IntMap a -> IntMap a -> IntMap a
unionWith a (IntMap b) (IntMap c) = IntMap (M.unionWith a b c)

unionWithKey :: (Int -> a -> a -> a) -> IntMap a -> IntMap a -> IntMap a
unionWithKey a (IntMap b) (IntMap c) = IntMap (M.unionWithKey a b c)

differenceWith :: (a -> b -> Maybe a) -> IntMap a -> IntMap b -> IntMap a
differenceWith a (IntMap b) (IntMap c) = IntMap (M.differenceWith a b c)

intersectionWith :: (a -> b -> c) -> IntMap a -> IntMap b -> IntMap c
intersectionWith a (IntMap b) (IntMap c) = IntMap (M.intersectionWith a b c)

intersectionWithKey :: (Int -> a -> b -> c) -> IntMap a -> IntMap b -> IntMap c
intersectionWithKey a (IntMap b) (IntMap c) = IntMap (M.intersectionWithKey a b c)

updateMin, updateMax :: (a -> Maybe a) -> IntMap a -> IntMap a
updateMin a (IntMap b) = IntMap (M.updateMin a b)
updateMax a (IntMap b) = IntMap (M.updateMax a b)

updateMinWithKey, updateMaxWithKey :: (Int -> a -> Maybe a) -> IntMap a -> IntMap a
updateMinWithKey a (IntMap b) = IntMap (M.updateMinWithKey a b)
updateMaxWithKey a (IntMap b) = IntMap (M.updateMaxWithKey a b)

map :: (a -> b) -> IntMap a -> IntMap b
map f (IntMap m) = IntMap (M.map f m)

mapKeysWith :: (a -> a -> a) -> (Int -> Int) -> IntMap a -> IntMap a
mapKeysWith c f (IntMap m) = IntMap (M.mapKeysWith c f m)

fromSet :: (Int -> a) -> IntSet -> IntMap a
fromSet f (IntSet s) = IntMap (M.fromSet f s)

unionsWith :: Foldable f => (a -> a -> a) -> f (IntMap a) -> IntMap a
unionsWith f ms = Foldable.foldl' (unionWith f) empty ms
