{-# LANGUAGE MagicHash, NoImplicitPrelude #-}
-- | Equality and order. The classes have their methods in the order of GHC's own, because programs
-- make dictionaries of them.
module Base.Classes where

import GHC.Num.Integer
import GHC.Prim
import GHC.Types

infix 4 ==, /=, <, <=, >=, >
infixr 3 &&
infixr 2 ||

class Eq a where
  (==), (/=) :: a -> a -> Bool
  x /= y = not (x == y)
  x == y = not (x /= y)

class Eq a => Ord a where
  compare :: a -> a -> Ordering
  (<), (<=), (>), (>=) :: a -> a -> Bool
  max, min :: a -> a -> a
  compare x y = case x == y of
    True -> EQ
    False -> case x <= y of
      True -> LT
      False -> GT
  x < y = case compare x y of LT -> True; _ -> False
  x <= y = case compare x y of GT -> False; _ -> True
  x > y = case compare x y of GT -> True; _ -> False
  x >= y = case compare x y of LT -> False; _ -> True
  max x y = case x <= y of True -> y; False -> x
  min x y = case x <= y of True -> x; False -> y

(&&), (||) :: Bool -> Bool -> Bool
True && x = x
False && _ = False
True || _ = True
False || x = x

not :: Bool -> Bool
not True = False
not False = True

instance Eq Int where
  I# x == I# y = isTrue# (x ==# y)
  I# x /= I# y = isTrue# (x /=# y)

instance Ord Int where
  compare (I# x) (I# y) = case isTrue# (x <# y) of
    True -> LT
    False -> case isTrue# (x ==# y) of
      True -> EQ
      False -> GT
  I# x < I# y = isTrue# (x <# y)
  I# x <= I# y = isTrue# (x <=# y)
  I# x > I# y = isTrue# (x ># y)
  I# x >= I# y = isTrue# (x >=# y)

eqInt, neInt, ltInt, leInt, gtInt, geInt :: Int -> Int -> Bool
eqInt = (==)
neInt = (/=)
ltInt = (<)
leInt = (<=)
gtInt = (>)
geInt = (>=)

compareInt :: Int -> Int -> Ordering
compareInt = compare

instance Eq Char where
  C# x == C# y = isTrue# (eqChar# x y)
  C# x /= C# y = isTrue# (neChar# x y)

instance Ord Char where
  compare (C# x) (C# y) = case isTrue# (ltChar# x y) of
    True -> LT
    False -> case isTrue# (eqChar# x y) of
      True -> EQ
      False -> GT
  C# x < C# y = isTrue# (ltChar# x y)
  C# x <= C# y = isTrue# (leChar# x y)
  C# x > C# y = isTrue# (gtChar# x y)
  C# x >= C# y = isTrue# (geChar# x y)

eqChar, neChar :: Char -> Char -> Bool
eqChar = (==)
neChar = (/=)

instance Eq Double where
  D# x == D# y = isTrue# (x ==## y)

instance Ord Double where
  D# x < D# y = isTrue# (x <## y)
  D# x <= D# y = isTrue# (x <=## y)
  D# x > D# y = isTrue# (x >## y)
  D# x >= D# y = isTrue# (x >=## y)
  compare (D# x) (D# y) = case isTrue# (x <## y) of
    True -> LT
    False -> case isTrue# (x ==## y) of
      True -> EQ
      False -> GT

instance Eq Float where
  F# x == F# y = isTrue# (eqFloat# x y)

instance Ord Float where
  F# x < F# y = isTrue# (ltFloat# x y)
  F# x <= F# y = isTrue# (leFloat# x y)
  F# x > F# y = isTrue# (gtFloat# x y)
  F# x >= F# y = isTrue# (geFloat# x y)
  compare (F# x) (F# y) = case isTrue# (ltFloat# x y) of
    True -> LT
    False -> case isTrue# (eqFloat# x y) of
      True -> EQ
      False -> GT

instance Eq Word where
  W# x == W# y = isTrue# (eqWord# x y)

instance Ord Word where
  W# x < W# y = isTrue# (ltWord# x y)
  W# x <= W# y = isTrue# (leWord# x y)
  W# x > W# y = isTrue# (gtWord# x y)
  W# x >= W# y = isTrue# (geWord# x y)
  compare (W# x) (W# y) = case isTrue# (ltWord# x y) of
    True -> LT
    False -> case isTrue# (eqWord# x y) of
      True -> EQ
      False -> GT

instance Eq Bool where
  True == x = x
  False == x = not x

instance Ord Bool where
  compare False True = LT
  compare True False = GT
  compare _ _ = EQ

instance Eq Ordering where
  LT == LT = True
  EQ == EQ = True
  GT == GT = True
  _ == _ = False

instance Ord Ordering where
  compare LT LT = EQ
  compare LT _ = LT
  compare EQ LT = GT
  compare EQ EQ = EQ
  compare EQ GT = LT
  compare GT GT = EQ
  compare GT _ = GT

instance Eq () where
  () == () = True

instance Ord () where
  compare () () = EQ

instance Eq a => Eq [a] where
  [] == [] = True
  (x : xs) == (y : ys) = x == y && xs == ys
  _ == _ = False

instance Ord a => Ord [a] where
  compare [] [] = EQ
  compare [] (_ : _) = LT
  compare (_ : _) [] = GT
  compare (x : xs) (y : ys) = case compare x y of
    EQ -> compare xs ys
    other -> other

instance (Eq a, Eq b) => Eq (a, b) where
  (a, b) == (x, y) = a == x && b == y

instance (Ord a, Ord b) => Ord (a, b) where
  compare (a, b) (x, y) = case compare a x of
    EQ -> compare b y
    other -> other

instance (Eq a, Eq b, Eq c) => Eq (a, b, c) where
  (a, b, c) == (x, y, z) = a == x && b == y && c == z

instance (Ord a, Ord b, Ord c) => Ord (a, b, c) where
  compare (a, b, c) (x, y, z) = case compare a x of
    EQ -> compare (b, c) (y, z)
    other -> other

instance (Eq a, Eq b, Eq c, Eq d) => Eq (a, b, c, d) where
  (a, b, c, d) == (w, x, y, z) = a == w && b == x && c == y && d == z

instance (Ord a, Ord b, Ord c, Ord d) => Ord (a, b, c, d) where
  compare (a, b, c, d) (w, x, y, z) = case compare a w of
    EQ -> compare (b, c, d) (x, y, z)
    other -> other

instance (Eq a, Eq b, Eq c, Eq d, Eq e) => Eq (a, b, c, d, e) where
  (a, b, c, d, e) == (t, u, v, w, x) =
    a == t && b == u && c == v && d == w && e == x

instance (Ord a, Ord b, Ord c, Ord d, Ord e) => Ord (a, b, c, d, e) where
  compare (a, b, c, d, e) (t, u, v, w, x) = case compare a t of
    EQ -> compare (b, c, d, e) (u, v, w, x)
    other -> other

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f) => Eq (a, b, c, d, e, f) where
  (a, b, c, d, e, f) == (t, u, v, w, x, y) =
    a == t && b == u && c == v && d == w && e == x && f == y

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f) => Ord (a, b, c, d, e, f) where
  compare (a, b, c, d, e, f) (t, u, v, w, x, y) = case compare a t of
    EQ -> compare (b, c, d, e, f) (u, v, w, x, y)
    other -> other

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f, Eq g) => Eq (a, b, c, d, e, f, g) where
  (a, b, c, d, e, f, g) == (t, u, v, w, x, y, z) =
    a == t && b == u && c == v && d == w && e == x && f == y && g == z

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f, Ord g) => Ord (a, b, c, d, e, f, g) where
  compare (a, b, c, d, e, f, g) (t, u, v, w, x, y, z) = case compare a t of
    EQ -> compare (b, c, d, e, f, g) (u, v, w, x, y, z)
    other -> other

eqString :: [Char] -> [Char] -> Bool
eqString = (==)

divInt#, modInt# :: Int# -> Int# -> Int#
divInt# x y = integerToInt# (integerDiv (integerFromInt# x) (integerFromInt# y))
modInt# x y = integerToInt# (integerMod (integerFromInt# x) (integerFromInt# y))
