{-# LANGUAGE MagicHash, NoImplicitPrelude #-}
-- | What can be counted, beside numbers.
module Base.Enum where

import Base.Classes
import Base.Error
import Base.Function
import Base.Num
import GHC.Prim
import GHC.Types

instance Enum Char where
  succ c = case c == maxBound of
    True -> errorWithoutStackTrace "Prelude.Enum.Char.succ: bad argument"
    False -> unsafeChr (ord c + 1)
  pred c = case c == minBound of
    True -> errorWithoutStackTrace "Prelude.Enum.Char.pred: bad argument"
    False -> unsafeChr (ord c - 1)
  toEnum n = chr n
  fromEnum c = ord c
  enumFrom c = enumFromTo c maxBound
  enumFromThen c d = enumFromThenTo c d (case d >= c of True -> maxBound; False -> minBound)

instance Bounded Char where
  minBound = '\0'
  maxBound = '\1114111'

ord :: Char -> Int
ord (C# c) = I# (ord# c)

chr :: Int -> Char
chr n@(I# i) = case n < 0 || n > 1114111 of
  True -> errorWithoutStackTrace "Prelude.chr: bad argument"
  False -> C# (chr# i)

unsafeChr :: Int -> Char
unsafeChr (I# i) = C# (chr# i)

instance Enum Bool where
  succ False = True
  succ True = errorWithoutStackTrace "Prelude.Enum.Bool.succ: bad argument"
  pred True = False
  pred False = errorWithoutStackTrace "Prelude.Enum.Bool.pred: bad argument"
  toEnum n = case n of
    0 -> False
    1 -> True
    _ -> errorWithoutStackTrace "Prelude.Enum.Bool.toEnum: bad argument"
  fromEnum False = 0
  fromEnum True = 1
  enumFrom x = boundedEnumFrom x
  enumFromThen x y = boundedEnumFromThen x y

instance Bounded Bool where
  minBound = False
  maxBound = True

instance Enum Ordering where
  succ LT = EQ
  succ EQ = GT
  succ GT = errorWithoutStackTrace "Prelude.Enum.Ordering.succ: bad argument"
  pred GT = EQ
  pred EQ = LT
  pred LT = errorWithoutStackTrace "Prelude.Enum.Ordering.pred: bad argument"
  toEnum n = case n of
    0 -> LT
    1 -> EQ
    2 -> GT
    _ -> errorWithoutStackTrace "Prelude.Enum.Ordering.toEnum: bad argument"
  fromEnum LT = 0
  fromEnum EQ = 1
  fromEnum GT = 2
  enumFrom x = boundedEnumFrom x
  enumFromThen x y = boundedEnumFromThen x y

instance Bounded Ordering where
  minBound = LT
  maxBound = GT

instance Enum () where
  succ _ = errorWithoutStackTrace "Prelude.Enum.().succ: bad argument"
  pred _ = errorWithoutStackTrace "Prelude.Enum.().pred: bad argument"
  toEnum n = case n of
    0 -> ()
    _ -> errorWithoutStackTrace "Prelude.Enum.().toEnum: bad argument"
  fromEnum () = 0
  enumFrom () = [()]
  enumFromThen () () = let many = () : many in many
  enumFromTo () () = [()]
  enumFromThenTo () () () = let many = () : many in many

instance Bounded () where
  minBound = ()
  maxBound = ()

instance (Bounded a, Bounded b) => Bounded (a, b) where
  minBound = (minBound, minBound)
  maxBound = (maxBound, maxBound)

instance (Bounded a, Bounded b, Bounded c) => Bounded (a, b, c) where
  minBound = (minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound)

boundedEnumFrom :: (Enum a, Bounded a) => a -> [a]
boundedEnumFrom n = mapInts toEnum (enumFromTo (fromEnum n) (fromEnum (maxBound `asTypeOf` n)))

boundedEnumFromThen :: (Enum a, Bounded a) => a -> a -> [a]
boundedEnumFromThen x y = case fromEnum y >= fromEnum x of
  True -> mapInts toEnum (enumFromThenTo (fromEnum x) (fromEnum y) (fromEnum (maxBound `asTypeOf` x)))
  False -> mapInts toEnum (enumFromThenTo (fromEnum x) (fromEnum y) (fromEnum (minBound `asTypeOf` x)))

succError, predError :: [Char] -> a
succError ty = errorWithoutStackTrace (appendString ty ".succ: bad argument")
predError ty = errorWithoutStackTrace (appendString ty ".pred: bad argument")

appendString :: [Char] -> [Char] -> [Char]
appendString [] ys = ys
appendString (x : xs) ys = x : appendString xs ys
