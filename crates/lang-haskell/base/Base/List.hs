{-# LANGUAGE BangPatterns, MagicHash, NoImplicitPrelude, RankNTypes #-}
-- | Lists. Every function forces as much of its arguments as GHC's own does, and no more.
module Base.List where

import Base.Classes
import Base.Error
import Base.Function
import Base.Monad
import Base.Num
import GHC.Types

infixl 9 !!
infix 4 `elem`, `notElem`
infix 5 \\

-- Parts -------------------------------------------------------------------------------------------

head :: [a] -> a
head (x : _) = x
head [] = errorEmptyList "head"

tail :: [a] -> [a]
tail (_ : xs) = xs
tail [] = errorEmptyList "tail"

last :: [a] -> a
last [x] = x
last (_ : xs) = last xs
last [] = errorEmptyList "last"

init :: [a] -> [a]
init [] = errorEmptyList "init"
init (x : xs) = go x xs
  where
    go _ [] = []
    go y (z : zs) = y : go z zs

uncons :: [a] -> Maybe (a, [a])
uncons [] = Nothing
uncons (x : xs) = Just (x, xs)

unsnoc :: [a] -> Maybe ([a], a)
unsnoc [] = Nothing
unsnoc xs = Just (init xs, last xs)

singleton :: a -> [a]
singleton x = [x]

null :: [a] -> Bool
null [] = True
null (_ : _) = False

length :: [a] -> Int
length xs = go xs 0
  where
    go :: [a] -> Int -> Int
    go [] !n = n
    go (_ : ys) !n = go ys (n + 1)

genericLength :: Num i => [a] -> i
genericLength [] = fromInteger 0
genericLength (_ : xs) = fromInteger 1 + genericLength xs

(!!) :: [a] -> Int -> a
xs !! n = case n < 0 of
  True -> errorWithoutStackTrace "Prelude.!!: negative index"
  False -> go xs n
  where
    go [] !_ = errorWithoutStackTrace "Prelude.!!: index too large"
    go (y : ys) i = case i == 0 of
      True -> y
      False -> go ys (i - 1)

genericIndex :: Integral i => [a] -> i -> a
genericIndex [] _ = errorWithoutStackTrace "List.genericIndex: index too large."
genericIndex (x : xs) n = case compare n (fromInteger 0) of
  EQ -> x
  GT -> genericIndex xs (n - fromInteger 1)
  LT -> errorWithoutStackTrace "List.genericIndex: negative index."

take :: Int -> [a] -> [a]
take n xs = case n <= 0 of
  True -> []
  False -> case xs of
    [] -> []
    y : ys -> y : take (n - 1) ys

drop :: Int -> [a] -> [a]
drop n xs = case n <= 0 of
  True -> xs
  False -> case xs of
    [] -> []
    _ : ys -> drop (n - 1) ys

splitAt :: Int -> [a] -> ([a], [a])
splitAt n xs = case n <= 0 of
  True -> ([], xs)
  False -> case xs of
    [] -> ([], [])
    y : ys -> let rest = splitAt (n - 1) ys in (y : fst rest, snd rest)

genericTake :: Integral i => i -> [a] -> [a]
genericTake n xs = case n <= fromInteger 0 of
  True -> []
  False -> case xs of
    [] -> []
    y : ys -> y : genericTake (n - fromInteger 1) ys

genericDrop :: Integral i => i -> [a] -> [a]
genericDrop n xs = case n <= fromInteger 0 of
  True -> xs
  False -> case xs of
    [] -> []
    _ : ys -> genericDrop (n - fromInteger 1) ys

genericSplitAt :: Integral i => i -> [a] -> ([a], [a])
genericSplitAt n xs = case n <= fromInteger 0 of
  True -> ([], xs)
  False -> case xs of
    [] -> ([], [])
    y : ys -> let rest = genericSplitAt (n - fromInteger 1) ys in (y : fst rest, snd rest)

genericReplicate :: Integral i => i -> a -> [a]
genericReplicate n x = genericTake n (repeat x)

takeWhile :: (a -> Bool) -> [a] -> [a]
takeWhile _ [] = []
takeWhile p (x : xs) = case p x of
  True -> x : takeWhile p xs
  False -> []

dropWhile :: (a -> Bool) -> [a] -> [a]
dropWhile _ [] = []
dropWhile p xs@(x : rest) = case p x of
  True -> dropWhile p rest
  False -> xs

dropWhileEnd :: (a -> Bool) -> [a] -> [a]
dropWhileEnd p xs = foldr (\x r -> case p x && null r of True -> []; False -> x : r) [] xs

span, break :: (a -> Bool) -> [a] -> ([a], [a])
span _ [] = ([], [])
span p xs@(x : rest) = case p x of
  True -> let more = span p rest in (x : fst more, snd more)
  False -> ([], xs)
break p xs = span (\x -> not (p x)) xs

stripPrefix :: Eq a => [a] -> [a] -> Maybe [a]
stripPrefix [] ys = Just ys
stripPrefix (x : xs) (y : ys) = case x == y of
  True -> stripPrefix xs ys
  False -> Nothing
stripPrefix _ _ = Nothing

-- Folds -------------------------------------------------------------------------------------------

foldr :: (a -> b -> b) -> b -> [a] -> b
foldr _ z [] = z
foldr f z (x : xs) = f x (foldr f z xs)

foldr' :: (a -> b -> b) -> b -> [a] -> b
foldr' _ z [] = z
foldr' f z (x : xs) = f x $! foldr' f z xs

foldl :: (b -> a -> b) -> b -> [a] -> b
foldl _ z [] = z
foldl f z (x : xs) = foldl f (f z x) xs

foldl' :: (b -> a -> b) -> b -> [a] -> b
foldl' _ z [] = z
foldl' f z (x : xs) = case f z x of !y -> foldl' f y xs

foldr1 :: (a -> a -> a) -> [a] -> a
foldr1 _ [x] = x
foldr1 f (x : xs) = f x (foldr1 f xs)
foldr1 _ [] = errorEmptyList "foldr1"

foldl1 :: (a -> a -> a) -> [a] -> a
foldl1 f (x : xs) = foldl f x xs
foldl1 _ [] = errorEmptyList "foldl1"

foldl1' :: (a -> a -> a) -> [a] -> a
foldl1' f (x : xs) = foldl' f x xs
foldl1' _ [] = errorEmptyList "foldl1'"

and, or :: [Bool] -> Bool
and [] = True
and (x : xs) = x && and xs
or [] = False
or (x : xs) = x || or xs

any, all :: (a -> Bool) -> [a] -> Bool
any _ [] = False
any p (x : xs) = p x || any p xs
all _ [] = True
all p (x : xs) = p x && all p xs

elem, notElem :: Eq a => a -> [a] -> Bool
elem _ [] = False
elem x (y : ys) = x == y || elem x ys
notElem x ys = not (elem x ys)

sum, product :: Num a => [a] -> a
sum xs = foldl (+) (fromInteger 0) xs
product xs = foldl (*) (fromInteger 1) xs

maximum, minimum :: Ord a => [a] -> a
maximum [] = errorEmptyList "maximum"
maximum (x : xs) = foldl max x xs
minimum [] = errorEmptyList "minimum"
minimum (x : xs) = foldl min x xs

maximumBy, minimumBy :: (a -> a -> Ordering) -> [a] -> a
maximumBy _ [] = errorWithoutStackTrace "List.maximumBy: empty list"
maximumBy cmp (z : zs) = foldl (\x y -> case cmp x y of GT -> x; _ -> y) z zs
minimumBy _ [] = errorWithoutStackTrace "List.minimumBy: empty list"
minimumBy cmp (z : zs) = foldl (\x y -> case cmp x y of GT -> y; _ -> x) z zs

concat :: [[a]] -> [a]
concat [] = []
concat (xs : xss) = xs ++ concat xss

concatMap :: (a -> [b]) -> [a] -> [b]
concatMap _ [] = []
concatMap f (x : xs) = f x ++ concatMap f xs

-- Scans and accumulators --------------------------------------------------------------------------

scanl :: (b -> a -> b) -> b -> [a] -> [b]
scanl f z xs = z : case xs of
  [] -> []
  y : ys -> scanl f (f z y) ys

scanl' :: (b -> a -> b) -> b -> [a] -> [b]
scanl' f !z xs = z : case xs of
  [] -> []
  y : ys -> scanl' f (f z y) ys

scanl1 :: (a -> a -> a) -> [a] -> [a]
scanl1 _ [] = []
scanl1 f (x : xs) = scanl f x xs

scanr :: (a -> b -> b) -> b -> [a] -> [b]
scanr _ z [] = [z]
scanr f z (x : xs) = f x (head rest) : rest
  where
    rest = scanr f z xs

scanr1 :: (a -> a -> a) -> [a] -> [a]
scanr1 _ [] = []
scanr1 _ [x] = [x]
scanr1 f (x : xs) = f x (head rest) : rest
  where
    rest = scanr1 f xs

mapAccumL :: (acc -> x -> (acc, y)) -> acc -> [x] -> (acc, [y])
mapAccumL _ s [] = (s, [])
mapAccumL f s (x : xs) = (fst rest, snd here : snd rest)
  where
    here = f s x
    rest = mapAccumL f (fst here) xs

mapAccumR :: (acc -> x -> (acc, y)) -> acc -> [x] -> (acc, [y])
mapAccumR _ s [] = (s, [])
mapAccumR f s (x : xs) = (fst here, snd here : snd rest)
  where
    rest = mapAccumR f s xs
    here = f (fst rest) x

-- Making lists ------------------------------------------------------------------------------------

iterate :: (a -> a) -> a -> [a]
iterate f x = x : iterate f (f x)

iterate' :: (a -> a) -> a -> [a]
iterate' f x = case f x of !y -> x : iterate' f y

repeat :: a -> [a]
repeat x = let xs = x : xs in xs

replicate :: Int -> a -> [a]
replicate n x = case n <= 0 of
  True -> []
  False -> x : replicate (n - 1) x

cycle :: [a] -> [a]
cycle [] = errorEmptyList "cycle"
cycle xs = let ys = xs ++ ys in ys

unfoldr :: (b -> Maybe (a, b)) -> b -> [a]
unfoldr f b = case f b of
  Nothing -> []
  Just (a, c) -> a : unfoldr f c

build :: (forall b. (a -> b -> b) -> b -> b) -> [a]
build g = g (:) []

augment :: (forall b. (a -> b -> b) -> b -> b) -> [a] -> [a]
augment g xs = g (:) xs

-- Changing lists ----------------------------------------------------------------------------------

filter :: (a -> Bool) -> [a] -> [a]
filter _ [] = []
filter p (x : xs) = case p x of
  True -> x : filter p xs
  False -> filter p xs

partition :: (a -> Bool) -> [a] -> ([a], [a])
partition _ [] = ([], [])
partition p (x : xs) = case p x of
  True -> (x : fst rest, snd rest)
  False -> (fst rest, x : snd rest)
  where
    rest = partition p xs

reverse :: [a] -> [a]
reverse xs = go xs []
  where
    go [] done = done
    go (y : ys) done = go ys (y : done)

intersperse :: a -> [a] -> [a]
intersperse _ [] = []
intersperse sep (x : xs) = x : go xs
  where
    go [] = []
    go (y : ys) = sep : y : go ys

intercalate :: [a] -> [[a]] -> [a]
intercalate sep xss = concat (intersperse sep xss)

transpose :: [[a]] -> [[a]]
transpose [] = []
transpose ([] : rows) = transpose rows
transpose ((x : xs) : rows) =
  (x : [h | h : _ <- rows]) : transpose (xs : [t | _ : t <- rows])

subsequences :: [a] -> [[a]]
subsequences xs = [] : nonEmptySubsequences xs

nonEmptySubsequences :: [a] -> [[a]]
nonEmptySubsequences [] = []
nonEmptySubsequences (x : xs) = [x] : foldr with [] (nonEmptySubsequences xs)
  where
    with ys r = ys : (x : ys) : r

-- | In GHC's order, and as lazy in its argument: the first permutation is the list itself.
permutations :: [a] -> [[a]]
permutations xs = xs : moved xs []
  where
    -- each element in turn is put between those before it
    moved [] _ = []
    moved (t : ts) before = foldr interleave (moved ts (t : before)) (permutations before)
      where
        interleave ys r = case interleaved id ys r of (_, zs) -> zs
        interleaved _ [] r = (ts, r)
        interleaved f (y : ys) r =
          let rest = interleaved (\zs -> f (y : zs)) ys r
           in (y : fst rest, f (t : y : fst rest) : snd rest)

-- Searching ---------------------------------------------------------------------------------------

find :: (a -> Bool) -> [a] -> Maybe a
find p xs = listToMaybe (filter p xs)

lookup :: Eq a => a -> [(a, b)] -> Maybe b
lookup _ [] = Nothing
lookup key ((k, v) : rest) = case key == k of
  True -> Just v
  False -> lookup key rest

elemIndex :: Eq a => a -> [a] -> Maybe Int
elemIndex x xs = findIndex (x ==) xs

elemIndices :: Eq a => a -> [a] -> [Int]
elemIndices x xs = findIndices (x ==) xs

findIndex :: (a -> Bool) -> [a] -> Maybe Int
findIndex p xs = listToMaybe (findIndices p xs)

findIndices :: (a -> Bool) -> [a] -> [Int]
findIndices p xs = go xs 0
  where
    go [] _ = []
    go (y : ys) !i = case p y of
      True -> i : go ys (i + 1)
      False -> go ys (i + 1)

isPrefixOf, isSuffixOf, isInfixOf, isSubsequenceOf :: Eq a => [a] -> [a] -> Bool
isPrefixOf [] _ = True
isPrefixOf _ [] = False
isPrefixOf (x : xs) (y : ys) = x == y && isPrefixOf xs ys
isSuffixOf xs ys = case longer xs ys of
  Nothing -> False
  Just extra -> xs == dropAsMany extra ys
isInfixOf xs ys = any (isPrefixOf xs) (tails ys)
isSubsequenceOf [] _ = True
isSubsequenceOf _ [] = False
isSubsequenceOf a@(x : xs) (y : ys) = case x == y of
  True -> isSubsequenceOf xs ys
  False -> isSubsequenceOf a ys

-- | What the second list has more elements than the first, if it is not shorter.
longer :: [a] -> [b] -> Maybe [b]
longer [] ys = Just ys
longer (_ : _) [] = Nothing
longer (_ : xs) (_ : ys) = longer xs ys

-- | The second list without as many elements as the first has.
dropAsMany :: [a] -> [b] -> [b]
dropAsMany (_ : xs) (_ : ys) = dropAsMany xs ys
dropAsMany [] ys = ys
dropAsMany _ [] = []

inits, tails :: [a] -> [[a]]
inits xs = [] : case xs of
  [] -> []
  y : ys -> map (y :) (inits ys)
tails xs = xs : case xs of
  [] -> []
  _ : ys -> tails ys

-- Zips --------------------------------------------------------------------------------------------

zip :: [a] -> [b] -> [(a, b)]
zip [] _ = []
zip _ [] = []
zip (a : as) (b : bs) = (a, b) : zip as bs

zip3 :: [a] -> [b] -> [c] -> [(a, b, c)]
zip3 (a : as) (b : bs) (c : cs) = (a, b, c) : zip3 as bs cs
zip3 _ _ _ = []

zip4 :: [a] -> [b] -> [c] -> [d] -> [(a, b, c, d)]
zip4 as bs cs ds = zipWith4 (\a b c d -> (a, b, c, d)) as bs cs ds

zipWith :: (a -> b -> c) -> [a] -> [b] -> [c]
zipWith _ [] _ = []
zipWith _ _ [] = []
zipWith f (a : as) (b : bs) = f a b : zipWith f as bs

zipWith3 :: (a -> b -> c -> d) -> [a] -> [b] -> [c] -> [d]
zipWith3 f (a : as) (b : bs) (c : cs) = f a b c : zipWith3 f as bs cs
zipWith3 _ _ _ _ = []

zipWith4 :: (a -> b -> c -> d -> e) -> [a] -> [b] -> [c] -> [d] -> [e]
zipWith4 f (a : as) (b : bs) (c : cs) (d : ds) = f a b c d : zipWith4 f as bs cs ds
zipWith4 _ _ _ _ _ = []

unzip :: [(a, b)] -> ([a], [b])
unzip [] = ([], [])
unzip ((a, b) : rest) = (a : fst more, b : snd more)
  where
    more = unzip rest

unzip3 :: [(a, b, c)] -> ([a], [b], [c])
unzip3 [] = ([], [], [])
unzip3 ((a, b, c) : rest) = (a : first more, b : second more, c : third more)
  where
    more = unzip3 rest
    first (x, _, _) = x
    second (_, y, _) = y
    third (_, _, z) = z

-- As sets -----------------------------------------------------------------------------------------

nub :: Eq a => [a] -> [a]
nub xs = nubBy (==) xs

nubBy :: (a -> a -> Bool) -> [a] -> [a]
nubBy eq xs = go xs []
  where
    go [] _ = []
    go (y : ys) seen = case elemBy eq y seen of
      True -> go ys seen
      False -> y : go ys (y : seen)

-- | Whether one of the elements seen before equals this one: GHC asks with the older one first.
elemBy :: (a -> a -> Bool) -> a -> [a] -> Bool
elemBy _ _ [] = False
elemBy eq y (x : xs) = eq x y || elemBy eq y xs

delete :: Eq a => a -> [a] -> [a]
delete x ys = deleteBy (==) x ys

deleteBy :: (a -> a -> Bool) -> a -> [a] -> [a]
deleteBy _ _ [] = []
deleteBy eq x (y : ys) = case eq x y of
  True -> ys
  False -> y : deleteBy eq x ys

(\\) :: Eq a => [a] -> [a] -> [a]
xs \\ ys = foldl (flip delete) xs ys

deleteFirstsBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
deleteFirstsBy eq xs ys = foldl (flip (deleteBy eq)) xs ys

union :: Eq a => [a] -> [a] -> [a]
union xs ys = unionBy (==) xs ys

unionBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
unionBy eq xs ys = xs ++ foldl (flip (deleteBy eq)) (nubBy eq ys) xs

intersect :: Eq a => [a] -> [a] -> [a]
intersect xs ys = intersectBy (==) xs ys

intersectBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
intersectBy _ [] _ = []
intersectBy _ _ [] = []
intersectBy eq xs ys = [x | x <- xs, any (eq x) ys]

-- Order -------------------------------------------------------------------------------------------

insert :: Ord a => a -> [a] -> [a]
insert x ys = insertBy compare x ys

insertBy :: (a -> a -> Ordering) -> a -> [a] -> [a]
insertBy _ x [] = [x]
insertBy cmp x all'@(y : ys) = case cmp x y of
  GT -> y : insertBy cmp x ys
  _ -> x : all'

sort :: Ord a => [a] -> [a]
sort xs = sortBy compare xs

sortOn :: Ord b => (a -> b) -> [a] -> [a]
sortOn f xs = map snd (sortBy (comparing fst) (map (\x -> let y = f x in y `seq'` (y, x)) xs))

-- | Merges ascending runs. Every sort that keeps equal elements in order gives the same list; this
-- one asks for as many comparisons as a merge sort does, which is what a symbolic list splits on.
sortBy :: (a -> a -> Ordering) -> [a] -> [a]
sortBy cmp xs = mergeAll cmp (runs cmp xs)

-- | The list cut where it does not ascend; falling stretches are turned around.
runs :: (a -> a -> Ordering) -> [a] -> [[a]]
runs cmp (a : b : rest) = case cmp a b of
  GT -> falling cmp b [a] rest
  _ -> rising cmp b (a :) rest
runs _ short = [short]

falling :: (a -> a -> Ordering) -> a -> [a] -> [a] -> [[a]]
falling cmp a done (b : rest) | GT <- cmp a b = falling cmp b (a : done) rest
falling cmp a done rest = (a : done) : runs cmp rest

rising :: (a -> a -> Ordering) -> a -> ([a] -> [a]) -> [a] -> [[a]]
rising cmp a done (b : rest) = case cmp a b of
  GT -> done [a] : runs cmp (b : rest)
  _ -> rising cmp b (\ys -> done (a : ys)) rest
rising _ a done [] = [done [a]]

mergeAll :: (a -> a -> Ordering) -> [[a]] -> [a]
mergeAll _ [xs] = xs
mergeAll cmp xss = mergeAll cmp (mergePairs cmp xss)

mergePairs :: (a -> a -> Ordering) -> [[a]] -> [[a]]
mergePairs cmp (a : b : rest) = let !merged = merge cmp a b in merged : mergePairs cmp rest
mergePairs _ short = short

merge :: (a -> a -> Ordering) -> [a] -> [a] -> [a]
merge cmp as@(a : at) bs@(b : bt) = case cmp a b of
  GT -> b : merge cmp as bt
  _ -> a : merge cmp at bs
merge _ [] bs = bs
merge _ as [] = as

group :: Eq a => [a] -> [[a]]
group xs = groupBy (==) xs

groupBy :: (a -> a -> Bool) -> [a] -> [[a]]
groupBy _ [] = []
groupBy eq (x : xs) = (x : fst same) : groupBy eq (snd same)
  where
    same = span (eq x) xs
