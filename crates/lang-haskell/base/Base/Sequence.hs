{-# LANGUAGE NoImplicitPrelude, PatternSynonyms, ViewPatterns #-}
-- | Sequences, as lists whose length is known to be finite.
--
-- The spine is evaluated when a sequence is made, as GHC's is; elements are not.
module Base.Sequence where

import Base.Classes
import Base.Error
import Base.Foldable (Foldable)
import qualified Base.Foldable as Foldable
import Base.Function
import qualified Base.List as List
import Base.Monad hiding (empty)
import qualified Base.Monad as Monad
import Base.Num
import Base.Show
import Base.Traversable (Traversable (traverse))
import GHC.Types

infixr 5 <|, :<|, :<, ><
infixl 5 |>, :|>, :>

newtype Seq a = Seq [a]

data ViewL a = EmptyL | a :< Seq a

data ViewR a = EmptyR | Seq a :> a

pattern Empty :: Seq a
pattern Empty <- (null -> True)
  where
    Empty = empty

pattern (:<|) :: a -> Seq a -> Seq a
pattern x :<| xs <- (viewl -> x :< xs)
  where
    x :<| xs = x <| xs

pattern (:|>) :: Seq a -> a -> Seq a
pattern xs :|> x <- (viewr -> xs :> x)
  where
    xs :|> x = xs |> x

{-# COMPLETE (:<|), Empty #-}
{-# COMPLETE (:|>), Empty #-}

-- | A sequence of a list, all of whose spine is evaluated.
made :: [a] -> Seq a
made xs = List.length xs `seq'` Seq xs

items :: Seq a -> [a]
items (Seq xs) = xs

empty :: Seq a
empty = Seq []

singleton :: a -> Seq a
singleton x = Seq [x]

(<|) :: a -> Seq a -> Seq a
x <| Seq xs = Seq (x : xs)

(|>) :: Seq a -> a -> Seq a
Seq xs |> x = made (xs ++ [x])

(><) :: Seq a -> Seq a -> Seq a
Seq xs >< Seq ys = made (xs ++ ys)

fromList :: [a] -> Seq a
fromList xs = made xs

fromFunction :: Int -> (Int -> a) -> Seq a
fromFunction n f = case n < 0 of
  True -> errorWithoutStackTrace "Data.Sequence.fromFunction called with negative len"
  False -> made (Monad.map f (enumFromTo 0 (n - 1)))

replicate :: Int -> a -> Seq a
replicate n x = case n < 0 of
  True -> errorWithoutStackTrace "replicate takes a nonnegative integer argument"
  False -> made (List.replicate n x)

null :: Seq a -> Bool
null (Seq xs) = List.null xs

length :: Seq a -> Int
length (Seq xs) = List.length xs

viewl :: Seq a -> ViewL a
viewl (Seq []) = EmptyL
viewl (Seq (x : xs)) = x :< Seq xs

viewr :: Seq a -> ViewR a
viewr (Seq []) = EmptyR
viewr (Seq xs) = made (List.init xs) :> List.last xs

lookup :: Int -> Seq a -> Maybe a
lookup i (Seq xs) = case i < 0 of
  True -> Nothing
  False -> listToMaybe (List.drop i xs)

(!?) :: Seq a -> Int -> Maybe a
s !? i = lookup i s

index :: Seq a -> Int -> a
index s i = case lookup i s of
  Just x -> x
  Nothing -> errorWithoutStackTrace "index out of bounds"

adjust, adjust' :: (a -> a) -> Int -> Seq a -> Seq a
adjust f i s = change (\x -> f x : []) i s
adjust' f i s = change (\x -> let y = f x in y `seq'` [y]) i s

update :: Int -> a -> Seq a -> Seq a
update i x s = change (\_ -> [x]) i s

deleteAt :: Int -> Seq a -> Seq a
deleteAt i s = change (\_ -> []) i s

-- | Puts something in place of the element there, if there is one.
change :: (a -> [a]) -> Int -> Seq a -> Seq a
change f i s@(Seq xs) = case i < 0 of
  True -> s
  False -> case List.splitAt i xs of
    (before, x : behind) -> made (before ++ (f x ++ behind))
    _ -> s

insertAt :: Int -> a -> Seq a -> Seq a
insertAt i x (Seq xs) = case List.splitAt i xs of
  (before, behind) -> made (before ++ (x : behind))

take, drop :: Int -> Seq a -> Seq a
take n (Seq xs) = made (List.take n xs)
drop n (Seq xs) = Seq (List.drop n xs)

splitAt :: Int -> Seq a -> (Seq a, Seq a)
splitAt n s = (take n s, drop n s)

reverse :: Seq a -> Seq a
reverse (Seq xs) = Seq (List.reverse xs)

filter :: (a -> Bool) -> Seq a -> Seq a
filter p (Seq xs) = made (List.filter p xs)

partition :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
partition p s = (filter p s, filter (\x -> not (p x)) s)

sort :: Ord a => Seq a -> Seq a
sort (Seq xs) = made (List.sort xs)

sortBy :: (a -> a -> Ordering) -> Seq a -> Seq a
sortBy cmp (Seq xs) = made (List.sortBy cmp xs)

sortOn :: Ord b => (a -> b) -> Seq a -> Seq a
sortOn f (Seq xs) = made (List.sortOn f xs)

takeWhileL, dropWhileL :: (a -> Bool) -> Seq a -> Seq a
takeWhileL p (Seq xs) = made (List.takeWhile p xs)
dropWhileL p (Seq xs) = made (List.dropWhile p xs)

spanl :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
spanl p s = (takeWhileL p s, dropWhileL p s)

mapWithIndex :: (Int -> a -> b) -> Seq a -> Seq b
mapWithIndex f (Seq xs) = made (List.zipWith f (enumFrom 0) xs)

foldlWithIndex :: (b -> Int -> a -> b) -> b -> Seq a -> b
foldlWithIndex f z (Seq xs) = List.foldl (\r (i, x) -> f r i x) z (List.zip (enumFrom 0) xs)

foldrWithIndex :: (Int -> a -> b -> b) -> b -> Seq a -> b
foldrWithIndex f z (Seq xs) = List.foldr (\(i, x) r -> f i x r) z (List.zip (enumFrom 0) xs)

elemIndexL :: Eq a => a -> Seq a -> Maybe Int
elemIndexL x (Seq xs) = List.elemIndex x xs

findIndexL :: (a -> Bool) -> Seq a -> Maybe Int
findIndexL p (Seq xs) = List.findIndex p xs

zip :: Seq a -> Seq b -> Seq (a, b)
zip (Seq xs) (Seq ys) = made (List.zip xs ys)

zipWith :: (a -> b -> c) -> Seq a -> Seq b -> Seq c
zipWith f (Seq xs) (Seq ys) = made (List.zipWith f xs ys)

instance Eq a => Eq (Seq a) where
  Seq xs == Seq ys = xs == ys

instance Ord a => Ord (Seq a) where
  compare (Seq xs) (Seq ys) = compare xs ys

instance Show a => Show (Seq a) where
  showsPrec p (Seq xs) = showApplied p "fromList " xs

instance Semigroup (Seq a) where
  s <> t = s >< t

instance Monoid (Seq a) where
  mempty = empty

instance Functor Seq where
  fmap f (Seq xs) = Seq (Monad.map f xs)

instance Applicative Seq where
  pure x = singleton x
  Seq fs <*> Seq xs = made (fs <*> xs)

instance Monad Seq where
  Seq xs >>= f = made (List.concatMap (\x -> items (f x)) xs)

instance Foldable Seq where
  foldr f z (Seq xs) = List.foldr f z xs
  toList (Seq xs) = xs
  length s = length s
  null s = null s

instance Traversable Seq where
  traverse f (Seq xs) = fmap Seq (traverse f xs)
