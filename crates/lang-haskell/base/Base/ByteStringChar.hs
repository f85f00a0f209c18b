{-# LANGUAGE NoImplicitPrelude #-}
-- | Byte strings as lists of characters below 256: the functions that see bytes as characters.
module Base.ByteStringChar where

import Base.Bits
import Base.ByteString (ByteString (..), concat, emptyError, ofChars, reverse)
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
import GHC.Num.Integer (Integer)
import GHC.Types

byteOf :: Char -> Char
byteOf c = chr (ord c .&. 255)

charOf :: Char -> Char
charOf c = c

pack :: [Char] -> ByteString
pack = ofChars

unpack :: ByteString -> [Char]
unpack (ByteString s) = s

strip, dropSpace :: ByteString -> ByteString
strip b = dropWhileEnd isSpace (dropSpace b)
dropSpace b = dropWhile isSpace b

lines, words :: ByteString -> [ByteString]
lines (ByteString s) = Monad.map ByteString (Base.Char.lines s)
words (ByteString s) = Monad.map ByteString (Base.Char.words s)

unlines, unwords :: [ByteString] -> ByteString
unlines bs = ByteString (Base.Char.unlines (Monad.map unpack bs))
unwords bs = ByteString (Base.Char.unwords (Monad.map unpack bs))

readInt :: ByteString -> Maybe (Int, ByteString)
readInt b = case readInteger b of
  Just (n, rest) -> Just (fromInteger n, rest)
  Nothing -> Nothing

readInteger :: ByteString -> Maybe (Integer, ByteString)
readInteger (ByteString ('-' : s)) = case digits s of
  Just (n, rest) -> Just (negate n, rest)
  Nothing -> Nothing
readInteger (ByteString ('+' : s)) = digits s
readInteger (ByteString s) = digits s

digits :: [Char] -> Maybe (Integer, ByteString)
digits s = case List.span isDigit s of
  ([], _) -> Nothing
  (ds, rest) -> Just (List.foldl' next (toInteger zero) ds, ByteString rest)
  where
    zero = 0 :: Int
    next n d = n * toInteger (10 :: Int) + toInteger (digitToInt d)

putStrLn :: ByteString -> IO ()
putStrLn (ByteString s) = IO.putStrLn s

hPutStrLn :: IO.Handle -> ByteString -> IO ()
hPutStrLn h (ByteString s) = IO.hPutStrLn h s

singleton :: Char -> ByteString
singleton x = ByteString [byteOf x]

cons :: Char -> ByteString -> ByteString
cons x (ByteString s) = ByteString (byteOf x : s)

snoc :: ByteString -> Char -> ByteString
snoc (ByteString s) x = ByteString (s Monad.++ [byteOf x])

head, last :: ByteString -> Char
head (ByteString []) = emptyError "head"
head (ByteString (c : _)) = charOf c
last (ByteString []) = emptyError "last"
last (ByteString s) = charOf (List.last s)

uncons :: ByteString -> Maybe (Char, ByteString)
uncons (ByteString []) = Nothing
uncons (ByteString (c : s)) = Just (charOf c, ByteString s)

unsnoc :: ByteString -> Maybe (ByteString, Char)
unsnoc (ByteString []) = Nothing
unsnoc (ByteString s) = Just (ByteString (List.init s), charOf (List.last s))

map :: (Char -> Char) -> ByteString -> ByteString
map f (ByteString s) = ByteString (Monad.map (\c -> byteOf (f (charOf c))) s)

concatMap :: (Char -> ByteString) -> ByteString -> ByteString
concatMap f (ByteString s) = concat (Monad.map (\c -> f (charOf c)) s)

foldl, foldl' :: (a -> Char -> a) -> a -> ByteString -> a
foldl f z (ByteString s) = List.foldl (\a c -> f a (charOf c)) z s
foldl' f z (ByteString s) = List.foldl' (\a c -> f a (charOf c)) z s

foldr :: (Char -> a -> a) -> a -> ByteString -> a
foldr f z (ByteString s) = List.foldr (\c a -> f (charOf c) a) z s

any, all :: (Char -> Bool) -> ByteString -> Bool
any p (ByteString s) = List.any (\c -> p (charOf c)) s
all p (ByteString s) = List.all (\c -> p (charOf c)) s

maximum, minimum :: ByteString -> Char
maximum (ByteString []) = emptyError "maximum"
maximum (ByteString s) = charOf (List.maximum s)
minimum (ByteString []) = emptyError "minimum"
minimum (ByteString s) = charOf (List.minimum s)

takeWhile, dropWhile, takeWhileEnd, dropWhileEnd, filter :: (Char -> Bool) -> ByteString -> ByteString
takeWhile p (ByteString s) = ByteString (List.takeWhile (\c -> p (charOf c)) s)
dropWhile p (ByteString s) = ByteString (List.dropWhile (\c -> p (charOf c)) s)
takeWhileEnd p b = reverse (takeWhile p (reverse b))
dropWhileEnd p b = reverse (dropWhile p (reverse b))
filter p (ByteString s) = ByteString (List.filter (\c -> p (charOf c)) s)

span, break, spanEnd, breakEnd, partition :: (Char -> Bool) -> ByteString -> (ByteString, ByteString)
span p b = (takeWhile p b, dropWhile p b)
break p b = span (\x -> not (p x)) b
spanEnd p b = (dropWhileEnd p b, takeWhileEnd p b)
breakEnd p b = spanEnd (\x -> not (p x)) b
partition p b = (filter p b, filter (\x -> not (p x)) b)

split :: Char -> ByteString -> [ByteString]
split x b = splitWith (\y -> y == x) b

splitWith :: (Char -> Bool) -> ByteString -> [ByteString]
splitWith p (ByteString []) = []
splitWith p (ByteString s) = go s
  where
    go t = case List.break (\c -> p (charOf c)) t of
      (a, []) -> [ByteString a]
      (a, _ : b) -> ByteString a : go b

elem, notElem :: Char -> ByteString -> Bool
elem x (ByteString s) = List.elem (byteOf x) s
notElem x b = not (elem x b)

find :: (Char -> Bool) -> ByteString -> Maybe Char
find p (ByteString s) = fmap charOf (List.find (\c -> p (charOf c)) s)

index :: ByteString -> Int -> Char
index (ByteString s) n
  | n < 0 = errorWithoutStackTrace "Data.ByteString.index: index out of range"
  | otherwise = case List.drop n s of
      c : _ -> charOf c
      [] -> errorWithoutStackTrace "Data.ByteString.index: index out of range"

indexMaybe, (!?) :: ByteString -> Int -> Maybe Char
indexMaybe (ByteString s) n
  | n < 0 = Nothing
  | otherwise = case List.drop n s of
      c : _ -> Just (charOf c)
      [] -> Nothing
(!?) = indexMaybe

elemIndex :: Char -> ByteString -> Maybe Int
elemIndex x (ByteString s) = List.elemIndex (byteOf x) s

elemIndices :: Char -> ByteString -> [Int]
elemIndices x (ByteString s) = List.elemIndices (byteOf x) s

findIndex :: (Char -> Bool) -> ByteString -> Maybe Int
findIndex p (ByteString s) = List.findIndex (\c -> p (charOf c)) s

count :: Char -> ByteString -> Int
count x (ByteString s) = List.length (List.filter (\c -> c == byteOf x) s)

replicate :: Int -> Char -> ByteString
replicate n x = ByteString (List.replicate n (byteOf x))

unfoldr :: (a -> Maybe (Char, a)) -> a -> ByteString
unfoldr f z = ByteString (Monad.map (\x -> byteOf x) (List.unfoldr f z))

zip :: ByteString -> ByteString -> [(Char, Char)]
zip (ByteString s) (ByteString t) = List.zipWith (\c d -> (charOf c, charOf d)) s t

zipWith :: (Char -> Char -> a) -> ByteString -> ByteString -> [a]
zipWith f (ByteString s) (ByteString t) = List.zipWith (\c d -> f (charOf c) (charOf d)) s t
