{-# LANGUAGE NoImplicitPrelude #-}
-- | Lists with at least one element.
module Base.NonEmpty where

import Base.Classes
import Base.Error
import Base.Foldable (Foldable)
import qualified Base.Foldable as Foldable
import Base.Function
import qualified Base.List as List
import Base.Monad hiding (map, some)
import qualified Base.Monad as Monad
import Base.Num
import GHC.Types

infixr 5 <|

nonEmpty :: [a] -> Maybe (NonEmpty a)
nonEmpty [] = Nothing
nonEmpty (x : xs) = Just (x :| xs)

fromList :: [a] -> NonEmpty a
fromList (x : xs) = x :| xs
fromList [] = errorWithoutStackTrace "NonEmpty.fromList: empty list"

toList :: NonEmpty a -> [a]
toList ~(x :| xs) = x : xs

-- | A function of lists that keeps elements, on lists that have some.
lift :: Foldable f => ([a] -> [b]) -> f a -> NonEmpty b
lift f xs = fromList (f (Foldable.toList xs))

head, last :: NonEmpty a -> a
head (x :| _) = x
last ~(x :| xs) = List.last (x : xs)

tail, init :: NonEmpty a -> [a]
tail (_ :| xs) = xs
init ~(x :| xs) = List.init (x : xs)

length :: NonEmpty a -> Int
length (_ :| xs) = 1 + List.length xs

singleton :: a -> NonEmpty a
singleton x = x :| []

(<|), cons :: a -> NonEmpty a -> NonEmpty a
x <| ~(y :| ys) = x :| (y : ys)
cons x xs = x <| xs

map :: (a -> b) -> NonEmpty a -> NonEmpty b
map f ~(x :| xs) = f x :| Monad.map f xs

reverse :: NonEmpty a -> NonEmpty a
reverse xs = lift List.reverse xs

sort :: Ord a => NonEmpty a -> NonEmpty a
sort xs = lift List.sort xs

sortBy :: (a -> a -> Ordering) -> NonEmpty a -> NonEmpty a
sortBy cmp xs = lift (List.sortBy cmp) xs

sortWith :: Ord o => (a -> o) -> NonEmpty a -> NonEmpty a
sortWith f xs = sortBy (comparing f) xs

nub :: Eq a => NonEmpty a -> NonEmpty a
nub xs = lift List.nub xs

zip :: NonEmpty a -> NonEmpty b -> NonEmpty (a, b)
zip ~(x :| xs) ~(y :| ys) = (x, y) :| List.zip xs ys

zipWith :: (a -> b -> c) -> NonEmpty a -> NonEmpty b -> NonEmpty c
zipWith f ~(x :| xs) ~(y :| ys) = f x y :| List.zipWith f xs ys

filter :: (a -> Bool) -> NonEmpty a -> [a]
filter p xs = List.filter p (toList xs)

take, drop :: Int -> NonEmpty a -> [a]
take n xs = List.take n (toList xs)
drop n xs = List.drop n (toList xs)

takeWhile, dropWhile :: (a -> Bool) -> NonEmpty a -> [a]
takeWhile p xs = List.takeWhile p (toList xs)
dropWhile p xs = List.dropWhile p (toList xs)

(!!) :: NonEmpty a -> Int -> a
(!!) ~(x :| xs) n = case n == 0 of
  True -> x
  False -> case n > 0 of
    True -> xs List.!! (n - 1)
    False -> errorWithoutStackTrace "NonEmpty.!! negative index"

group :: (Foldable f, Eq a) => f a -> [NonEmpty a]
group xs = groupBy (==) xs

groupBy :: Foldable f => (a -> a -> Bool) -> f a -> [NonEmpty a]
groupBy eq xs = Monad.map fromList (List.groupBy eq (Foldable.toList xs))

groupWith :: (Foldable f, Eq b) => (a -> b) -> f a -> [NonEmpty a]
groupWith f xs = groupBy (\x y -> f x == f y) xs

groupAllWith :: Ord b => (a -> b) -> [a] -> [NonEmpty a]
groupAllWith f xs = groupWith f (List.sortBy (comparing f) xs)
