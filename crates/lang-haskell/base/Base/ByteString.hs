{-# LANGUAGE NoImplicitPrelude #-}
-- | Byte strings as lists of characters below 256: the functions that see bytes as numbers.
module Base.ByteString where

import Base.Bits
import Base.Char
import Base.Classes
import Base.Enum
import Base.Error
import Base.Function
import qualified Base.IO as IO
import qualified Base.List as List
import Base.Monad hiding (empty, map)
import qualified Base.Monad as Monad
import Base.Num
import Base.Read
import Base.Show
import Base.Sized
import GHC.Types

newtype ByteString = ByteString [Char]

instance Eq ByteString where
  ByteString s == ByteString t = s == t
  ByteString s /= ByteString t = s /= t

instance Ord ByteString where
  compare (ByteString s) (ByteString t) = compare s t
  ByteString s < ByteString t = s < t
  ByteString s <= ByteString t = s <= t
  ByteString s > ByteString t = s > t
  ByteString s >= ByteString t = s >= t

instance Show ByteString where
  showsPrec n (ByteString s) = showsPrec n s

instance Read ByteString where
  readsPrec n s = Monad.map (\(x, rest) -> (ByteString x, rest)) (readsPrec n s)

instance Semigroup ByteString where
  (<>) = append

instance Monoid ByteString where
  mempty = empty
  mappend = append
  mconcat = concat

instance IsString ByteString where
  fromString = ofChars

-- | The text of the lowest eight bits of each character.
ofChars :: [Char] -> ByteString
ofChars s = ByteString (Monad.map (\c -> chr (ord c .&. 255)) s)

byte :: Char -> Word8
byte c = Word8 (ord c)

char :: Word8 -> Char
char (Word8 n) = chr n

pack :: [Word8] -> ByteString
pack ws = ByteString (Monad.map char ws)

unpack :: ByteString -> [Word8]
unpack (ByteString s) = Monad.map byte s

empty :: ByteString
empty = ByteString []

append :: ByteString -> ByteString -> ByteString
append (ByteString s) (ByteString t) = ByteString (s Monad.++ t)

null :: ByteString -> Bool
null (ByteString s) = List.null s

length :: ByteString -> Int
length (ByteString s) = List.length s

emptyError :: [Char] -> a
emptyError name = errorWithoutStackTrace ("Data.ByteString." Monad.++ name Monad.++ ": empty ByteString")

tail, init :: ByteString -> ByteString
tail (ByteString []) = emptyError "tail"
tail (ByteString (_ : s)) = ByteString s
init (ByteString []) = emptyError "init"
init (ByteString s) = ByteString (List.init s)

reverse :: ByteString -> ByteString
reverse (ByteString s) = ByteString (List.reverse s)

concat :: [ByteString] -> ByteString
concat bs = ByteString (List.concat (Monad.map (\(ByteString s) -> s) bs))

intercalate :: ByteString -> [ByteString] -> ByteString
intercalate (ByteString s) bs = ByteString (List.intercalate s (Monad.map (\(ByteString t) -> t) bs))

take, drop, takeEnd, dropEnd :: Int -> ByteString -> ByteString
take n (ByteString s) = ByteString (List.take n s)
drop n (ByteString s) = ByteString (List.drop n s)
takeEnd n b = if n <= 0 then empty else drop (length b - n) b
dropEnd n b = if n <= 0 then b else take (length b - n) b

splitAt :: Int -> ByteString -> (ByteString, ByteString)
splitAt n b = (take n b, drop n b)

isPrefixOf, isSuffixOf, isInfixOf :: ByteString -> ByteString -> Bool
isPrefixOf (ByteString s) (ByteString t) = List.isPrefixOf s t
isSuffixOf (ByteString s) (ByteString t) = List.isSuffixOf s t
isInfixOf (ByteString s) (ByteString t) = List.isInfixOf s t

stripPrefix, stripSuffix :: ByteString -> ByteString -> Maybe ByteString
stripPrefix (ByteString s) (ByteString t) = fmap ByteString (List.stripPrefix s t)
stripSuffix s t = fmap reverse (stripPrefix (reverse s) (reverse t))

group, inits, tails :: ByteString -> [ByteString]
group (ByteString s) = Monad.map ByteString (List.group s)
inits (ByteString s) = Monad.map ByteString (List.inits s)
tails (ByteString s) = Monad.map ByteString (List.tails s)

sort, copy :: ByteString -> ByteString
sort (ByteString s) = ByteString (List.sort s)
copy b = b

breakSubstring :: ByteString -> ByteString -> (ByteString, ByteString)
breakSubstring (ByteString p) (ByteString s) = case go s of (a, b) -> (ByteString a, ByteString b)
  where
    go t
      | List.isPrefixOf p t = ([], t)
      | otherwise = case t of
          [] -> ([], [])
          c : cs -> case go cs of (a, b) -> (c : a, b)

putStr :: ByteString -> IO ()
putStr (ByteString s) = IO.putStr s

hPut, hPutStr :: IO.Handle -> ByteString -> IO ()
hPut h (ByteString s) = IO.hPutStr h s
hPutStr = hPut

getLine, getContents :: IO ByteString
getLine = fmap ofChars IO.getLine
getContents = fmap ofChars IO.getContents

interact :: (ByteString -> ByteString) -> IO ()
interact f = IO.interact (\s -> case f (ofChars s) of ByteString t -> t)

singleton :: Word8 -> ByteString
singleton x = ByteString [char x]

cons :: Word8 -> ByteString -> ByteString
cons x (ByteString s) = ByteString (char x : s)

snoc :: ByteString -> Word8 -> ByteString
snoc (ByteString s) x = ByteString (s Monad.++ [char x])

head, last :: ByteString -> Word8
head (ByteString []) = emptyError "head"
head (ByteString (c : _)) = byte c
last (ByteString []) = emptyError "last"
last (ByteString s) = byte (List.last s)

uncons :: ByteString -> Maybe (Word8, ByteString)
uncons (ByteString []) = Nothing
uncons (ByteString (c : s)) = Just (byte c, ByteString s)

unsnoc :: ByteString -> Maybe (ByteString, Word8)
unsnoc (ByteString []) = Nothing
unsnoc (ByteString s) = Just (ByteString (List.init s), byte (List.last s))

map :: (Word8 -> Word8) -> ByteString -> ByteString
map f (ByteString s) = ByteString (Monad.map (\c -> char (f (byte c))) s)

concatMap :: (Word8 -> ByteString) -> ByteString -> ByteString
concatMap f (ByteString s) = concat (Monad.map (\c -> f (byte c)) s)

foldl, foldl' :: (a -> Word8 -> a) -> a -> ByteString -> a
foldl f z (ByteString s) = List.foldl (\a c -> f a (byte c)) z s
foldl' f z (ByteString s) = List.foldl' (\a c -> f a (byte c)) z s

foldr :: (Word8 -> a -> a) -> a -> ByteString -> a
foldr f z (ByteString s) = List.foldr (\c a -> f (byte c) a) z s

any, all :: (Word8 -> Bool) -> ByteString -> Bool
any p (ByteString s) = List.any (\c -> p (byte c)) s
all p (ByteString s) = List.all (\c -> p (byte c)) s

maximum, minimum :: ByteString -> Word8
maximum (ByteString []) = emptyError "maximum"
maximum (ByteString s) = byte (List.maximum s)
minimum (ByteString []) = emptyError "minimum"
minimum (ByteString s) = byte (List.minimum s)

takeWhile, dropWhile, takeWhileEnd, dropWhileEnd, filter :: (Word8 -> Bool) -> ByteString -> ByteString
takeWhile p (ByteString s) = ByteString (List.takeWhile (\c -> p (byte c)) s)
dropWhile p (ByteString s) = ByteString (List.dropWhile (\c -> p (byte c)) s)
takeWhileEnd p b = reverse (takeWhile p (reverse b))
dropWhileEnd p b = reverse (dropWhile p (reverse b))
filter p (ByteString s) = ByteString (List.filter (\c -> p (byte c)) s)

span, break, spanEnd, breakEnd, partition :: (Word8 -> Bool) -> ByteString -> (ByteString, ByteString)
span p b = (takeWhile p b, dropWhile p b)
break p b = span (\x -> not (p x)) b
spanEnd p b = (dropWhileEnd p b, takeWhileEnd p b)
breakEnd p b = spanEnd (\x -> not (p x)) b
partition p b = (filter p b, filter (\x -> not (p x)) b)

split :: Word8 -> ByteString -> [ByteString]
split x b = splitWith (\y -> y == x) b

splitWith :: (Word8 -> Bool) -> ByteString -> [ByteString]
splitWith p (ByteString []) = []
splitWith p (ByteString s) = go s
  where
    go t = case List.break (\c -> p (byte c)) t of
      (a, []) -> [ByteString a]
      (a, _ : b) -> ByteString a : go b

elem, notElem :: Word8 -> ByteString -> Bool
elem x (ByteString s) = List.elem (char x) s
notElem x b = not (elem x b)

find :: (Word8 -> Bool) -> ByteString -> Maybe Word8
find p (ByteString s) = fmap byte (List.find (\c -> p (byte c)) s)

index :: ByteString -> Int -> Word8
index (ByteString s) n
  | n < 0 = errorWithoutStackTrace "Data.ByteString.index: index out of range"
  | otherwise = case List.drop n s of
      c : _ -> byte c
      [] -> errorWithoutStackTrace "Data.ByteString.index: index out of range"

indexMaybe, (!?) :: ByteString -> Int -> Maybe Word8
indexMaybe (ByteString s) n
  | n < 0 = Nothing
  | otherwise = case List.drop n s of
      c : _ -> Just (byte c)
      [] -> Nothing
(!?) = indexMaybe

elemIndex :: Word8 -> ByteString -> Maybe Int
elemIndex x (ByteString s) = List.elemIndex (char x) s

elemIndices :: Word8 -> ByteString -> [Int]
elemIndices x (ByteString s) = List.elemIndices (char x) s

findIndex :: (Word8 -> Bool) -> ByteString -> Maybe Int
findIndex p (ByteString s) = List.findIndex (\c -> p (byte c)) s

count :: Word8 -> ByteString -> Int
count x (ByteString s) = List.length (List.filter (\c -> c == char x) s)

replicate :: Int -> Word8 -> ByteString
replicate n x = ByteString (List.replicate n (char x))

unfoldr :: (a -> Maybe (Word8, a)) -> a -> ByteString
unfoldr f z = ByteString (Monad.map (\x -> char x) (List.unfoldr f z))

zip :: ByteString -> ByteString -> [(Word8, Word8)]
zip (ByteString s) (ByteString t) = List.zipWith (\c d -> (byte c, byte d)) s t

zipWith :: (Word8 -> Word8 -> a) -> ByteString -> ByteString -> [a]
zipWith f (ByteString s) (ByteString t) = List.zipWith (\c d -> f (byte c) (byte d)) s t
