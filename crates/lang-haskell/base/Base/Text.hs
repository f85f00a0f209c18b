{-# LANGUAGE NoImplicitPrelude #-}
-- | Texts as lists of characters. What is fast there is not fast here, but it is the same text.
module Base.Text where

import Base.Char
import Base.Classes
import Base.Error
import Base.Function
import qualified Base.List as List
import Base.Monad hiding (empty, map)
import qualified Base.Monad as Monad
import Base.Num
import Base.Read
import Base.Show
import GHC.Types

newtype Text = Text [Char]

instance Eq Text where
  Text s == Text t = s == t
  Text s /= Text t = s /= t

instance Ord Text where
  compare (Text s) (Text t) = compare s t
  Text s < Text t = s < t
  Text s <= Text t = s <= t
  Text s > Text t = s > t
  Text s >= Text t = s >= t

instance Show Text where
  showsPrec n (Text s) = showsPrec n s

instance Read Text where
  readsPrec n s = Monad.map (\(x, rest) -> (Text x, rest)) (readsPrec n s)

instance Semigroup Text where
  (<>) = append

instance Monoid Text where
  mempty = empty
  mappend = append
  mconcat = concat

instance IsString Text where
  fromString = pack

pack :: [Char] -> Text
pack s = Text s

unpack :: Text -> [Char]
unpack (Text s) = s

empty :: Text
empty = Text []

singleton :: Char -> Text
singleton c = Text [c]

cons :: Char -> Text -> Text
cons c (Text s) = Text (c : s)

snoc :: Text -> Char -> Text
snoc (Text s) c = Text (s Monad.++ [c])

append :: Text -> Text -> Text
append (Text s) (Text t) = Text (s Monad.++ t)

uncons :: Text -> Maybe (Char, Text)
uncons (Text []) = Nothing
uncons (Text (c : s)) = Just (c, Text s)

unsnoc :: Text -> Maybe (Text, Char)
unsnoc (Text []) = Nothing
unsnoc (Text s) = Just (Text (List.init s), List.last s)

-- | The error that a function without a result for the empty text calls.
emptyError :: [Char] -> a
emptyError name = errorWithoutStackTrace ("Data.Text." Monad.++ name Monad.++ ": empty input")

head, last :: Text -> Char
head (Text []) = emptyError "head"
head (Text (c : _)) = c
last (Text []) = emptyError "last"
last (Text s) = List.last s

tail, init :: Text -> Text
tail (Text []) = emptyError "tail"
tail (Text (_ : s)) = Text s
init (Text []) = emptyError "init"
init (Text s) = Text (List.init s)

null :: Text -> Bool
null (Text s) = List.null s

length :: Text -> Int
length (Text s) = List.length s

compareLength :: Text -> Int -> Ordering
compareLength t n = compare (length t) n

map :: (Char -> Char) -> Text -> Text
map f (Text s) = Text (Monad.map f s)

concatMap :: (Char -> Text) -> Text -> Text
concatMap f (Text s) = concat (Monad.map f s)

concat :: [Text] -> Text
concat ts = Text (List.concat (Monad.map unpack ts))

intercalate :: Text -> [Text] -> Text
intercalate (Text s) ts = Text (List.intercalate s (Monad.map unpack ts))

intersperse :: Char -> Text -> Text
intersperse c (Text s) = Text (List.intersperse c s)

transpose :: [Text] -> [Text]
transpose ts = Monad.map Text (List.transpose (Monad.map unpack ts))

reverse :: Text -> Text
reverse (Text s) = Text (List.reverse s)

toUpper, toLower, toCaseFold, toTitle :: Text -> Text
toUpper (Text s) = Text (Monad.map Base.Char.toUpper s)
toLower (Text s) = Text (Monad.map Base.Char.toLower s)
toCaseFold (Text s) = Text (Monad.map Base.Char.toLower s)
toTitle (Text s) = Text (go True s)
  where
    go _ [] = []
    go first (c : cs)
      | isAlpha c = (if first then Base.Char.toUpper c else Base.Char.toLower c) : go False cs
      | otherwise = c : go True cs

justifyLeft, justifyRight, center :: Int -> Char -> Text -> Text
justifyLeft n c t
  | length t >= n = t
  | otherwise = append t (replicateChar (n - length t) c)
justifyRight n c t
  | length t >= n = t
  | otherwise = append (replicateChar (n - length t) c) t
center n c t
  | length t >= n = t
  | otherwise = append (replicateChar l c) (append t (replicateChar r c))
  where
    d = n - length t
    r = d `div` 2
    l = d - r

replicateChar :: Int -> Char -> Text
replicateChar n c = Text (List.replicate n c)

replicate :: Int -> Text -> Text
replicate n (Text s) = Text (List.concat (List.replicate n s))

foldl, foldl' :: (a -> Char -> a) -> a -> Text -> a
foldl f z (Text s) = List.foldl f z s
foldl' f z (Text s) = List.foldl' f z s

foldr :: (Char -> a -> a) -> a -> Text -> a
foldr f z (Text s) = List.foldr f z s

foldl1, foldr1 :: (Char -> Char -> Char) -> Text -> Char
foldl1 _ (Text []) = emptyError "foldl1"
foldl1 f (Text (c : s)) = List.foldl f c s
foldr1 _ (Text []) = emptyError "foldr1"
foldr1 f (Text s) = go s
  where
    go [c] = c
    go (c : cs) = f c (go cs)
    go [] = emptyError "foldr1"

any, all :: (Char -> Bool) -> Text -> Bool
any p (Text s) = List.any p s
all p (Text s) = List.all p s

maximum, minimum :: Text -> Char
maximum (Text []) = emptyError "maximum"
maximum (Text s) = List.maximum s
minimum (Text []) = emptyError "minimum"
minimum (Text s) = List.minimum s

take, drop, takeEnd, dropEnd :: Int -> Text -> Text
take n (Text s) = Text (List.take n s)
drop n (Text s) = Text (List.drop n s)
takeEnd n t = if n <= 0 then empty else drop (length t - n) t
dropEnd n t = if n <= 0 then t else take (length t - n) t

takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, dropAround, filter :: (Char -> Bool) -> Text -> Text
takeWhile p (Text s) = Text (List.takeWhile p s)
takeWhileEnd p (Text s) = Text (List.reverse (List.takeWhile p (List.reverse s)))
dropWhile p (Text s) = Text (List.dropWhile p s)
dropWhileEnd p (Text s) = Text (List.reverse (List.dropWhile p (List.reverse s)))
dropAround p t = dropWhile p (dropWhileEnd p t)
filter p (Text s) = Text (List.filter p s)

strip, stripStart, stripEnd :: Text -> Text
strip t = dropAround isSpace t
stripStart t = dropWhile isSpace t
stripEnd t = dropWhileEnd isSpace t

splitAt :: Int -> Text -> (Text, Text)
splitAt n t = (take n t, drop n t)

span, break, partition :: (Char -> Bool) -> Text -> (Text, Text)
span p (Text s) = case List.span p s of (a, b) -> (Text a, Text b)
break p (Text s) = case List.break p s of (a, b) -> (Text a, Text b)
partition p t = (filter p t, filter (\c -> not (p c)) t)

breakOn, breakOnEnd :: Text -> Text -> (Text, Text)
breakOn (Text []) _ = emptyError "breakOn"
breakOn (Text p) (Text s) = case breakList p s of (a, b) -> (Text a, Text b)
breakOnEnd p t = case breakOn (reverse p) (reverse t) of (a, b) -> (reverse b, reverse a)

breakList :: [Char] -> [Char] -> ([Char], [Char])
breakList p s
  | List.isPrefixOf p s = ([], s)
  | otherwise = case s of
      [] -> ([], [])
      c : cs -> case breakList p cs of (a, b) -> (c : a, b)

splitOn :: Text -> Text -> [Text]
splitOn (Text []) _ = emptyError "splitOn"
splitOn (Text p) (Text s) = go s
  where
    go t = case breakList p t of
      (a, []) -> [Text a]
      (a, b) -> Text a : go (List.drop (List.length p) b)

split :: (Char -> Bool) -> Text -> [Text]
split p (Text s) = go s
  where
    go t = case List.break p t of
      (a, []) -> [Text a]
      (a, _ : b) -> Text a : go b

chunksOf :: Int -> Text -> [Text]
chunksOf n t
  | n <= 0 = []
  | null t = []
  | otherwise = take n t : chunksOf n (drop n t)

count :: Text -> Text -> Int
count (Text []) _ = emptyError "count"
count p t = List.length (splitOn p t) - 1

replace :: Text -> Text -> Text -> Text
replace (Text []) _ _ = emptyError "replace"
replace p by t = intercalate by (splitOn p t)

lines, words :: Text -> [Text]
lines (Text s) = Monad.map Text (Base.Char.lines s)
words (Text s) = Monad.map Text (Base.Char.words s)

unlines, unwords :: [Text] -> Text
unlines ts = Text (Base.Char.unlines (Monad.map unpack ts))
unwords ts = Text (Base.Char.unwords (Monad.map unpack ts))

isPrefixOf, isSuffixOf, isInfixOf :: Text -> Text -> Bool
isPrefixOf (Text s) (Text t) = List.isPrefixOf s t
isSuffixOf (Text s) (Text t) = List.isSuffixOf s t
isInfixOf (Text s) (Text t) = List.isInfixOf s t

stripPrefix, stripSuffix :: Text -> Text -> Maybe Text
stripPrefix (Text s) (Text t) = fmap Text (List.stripPrefix s t)
stripSuffix s t = fmap reverse (stripPrefix (reverse s) (reverse t))

commonPrefixes :: Text -> Text -> Maybe (Text, Text, Text)
commonPrefixes (Text s) (Text t) = case go s t of
  ([], _, _) -> Nothing
  (p, a, b) -> Just (Text p, Text a, Text b)
  where
    go (x : xs) (y : ys) | x == y = case go xs ys of (p, a, b) -> (x : p, a, b)
    go xs ys = ([], xs, ys)

find :: (Char -> Bool) -> Text -> Maybe Char
find p (Text s) = List.find p s

elem :: Char -> Text -> Bool
elem c (Text s) = List.elem c s

index :: Text -> Int -> Char
index (Text s) n
  | n < 0 = errorWithoutStackTrace "Data.Text.index: index out of bounds"
  | otherwise = case List.drop n s of
      c : _ -> c
      [] -> errorWithoutStackTrace "Data.Text.index: index out of bounds"

findIndex :: (Char -> Bool) -> Text -> Maybe Int
findIndex p (Text s) = List.findIndex p s

zip :: Text -> Text -> [(Char, Char)]
zip (Text s) (Text t) = List.zip s t

zipWith :: (Char -> Char -> Char) -> Text -> Text -> Text
zipWith f (Text s) (Text t) = Text (List.zipWith f s t)

group :: Text -> [Text]
group (Text s) = Monad.map Text (List.group s)

groupBy :: (Char -> Char -> Bool) -> Text -> [Text]
groupBy p (Text s) = Monad.map Text (List.groupBy p s)

inits, tails :: Text -> [Text]
inits (Text s) = Monad.map Text (List.inits s)
tails (Text s) = Monad.map Text (List.tails s)

scanl :: (Char -> Char -> Char) -> Char -> Text -> Text
scanl f z (Text s) = Text (List.scanl f z s)

mapAccumL, mapAccumR :: (a -> Char -> (a, Char)) -> a -> Text -> (a, Text)
mapAccumL f z (Text s) = case go z s of (a, t) -> (a, Text t)
  where
    go a [] = (a, [])
    go a (c : cs) = case f a c of (b, d) -> case go b cs of (e, ds) -> (e, d : ds)
mapAccumR f z (Text s) = case go z s of (a, t) -> (a, Text t)
  where
    go a [] = (a, [])
    go a (c : cs) = case go a cs of (b, ds) -> case f b c of (e, d) -> (e, d : ds)

unfoldr :: (a -> Maybe (Char, a)) -> a -> Text
unfoldr f z = Text (List.unfoldr f z)

copy :: Text -> Text
copy t = t

-- | The number of a text in front, and what follows it (`Data.Text.Read`).
decimal :: Integral a => Text -> Either [Char] (a, Text)
decimal (Text s) = case List.span isDigit s of
  ([], _) -> Left "input does not start with a digit"
  (ds, rest) -> Right (List.foldl' (\n d -> n * fromInteger 10 + fromIntegral (digitToInt d)) (fromInteger 0) ds, Text rest)

signed :: Num a => (Text -> Either [Char] (a, Text)) -> Text -> Either [Char] (a, Text)
signed f (Text ('-' : s)) = case f (Text s) of
  Right (n, rest) -> Right (negate n, rest)
  Left why -> Left why
signed f (Text ('+' : s)) = f (Text s)
signed f t = f t
