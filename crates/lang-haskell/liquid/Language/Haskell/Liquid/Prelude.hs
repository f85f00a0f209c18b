-- | What programs with refinement types import to state what they take for granted.
module Language.Haskell.Liquid.Prelude where

{-@ liquidAssert :: {v:Bool | v} -> x:a -> {v:a | v == x} @-}
liquidAssert :: Bool -> a -> a
liquidAssert _ x = x

{-@ liquidAssertB :: x:{v:Bool | v} -> {v:Bool | v} @-}
liquidAssertB :: Bool -> Bool
liquidAssertB b = b

{-@ assume liquidAssume :: b:Bool -> x:a -> {v:a | b && v == x} @-}
liquidAssume :: Bool -> a -> a
liquidAssume True x = x
liquidAssume False _ = error "an assumption does not hold"

{-@ assume liquidAssumeB :: p:(a -> Bool) -> x:a -> {v:a | v == x} @-}
liquidAssumeB :: (a -> Bool) -> a -> a
liquidAssumeB p x
  | p x = x
  | otherwise = error "an assumption does not hold"

{-@ liquidError :: {v:String | false} -> a @-}
liquidError :: String -> a
liquidError message = error message

{-@ unsafeError :: {v:String | false} -> a @-}
unsafeError :: String -> a
unsafeError message = error message

{-@ crash :: {v:Bool | false} -> a @-}
crash :: Bool -> a
crash _ = error "crash"

{-@ plus :: x:Int -> y:Int -> {v:Int | v == x + y} @-}
plus :: Int -> Int -> Int
plus x y = x + y

{-@ minus :: x:Int -> y:Int -> {v:Int | v == x - y} @-}
minus :: Int -> Int -> Int
minus x y = x - y

{-@ times :: x:Int -> y:Int -> {v:Int | v == x * y} @-}
times :: Int -> Int -> Int
times x y = x * y

{-@ eq :: x:Int -> y:Int -> {v:Bool | v <=> x == y} @-}
eq :: Int -> Int -> Bool
eq x y = x == y

{-@ neq :: x:Int -> y:Int -> {v:Bool | v <=> x /= y} @-}
neq :: Int -> Int -> Bool
neq x y = x /= y

{-@ leq :: x:Int -> y:Int -> {v:Bool | v <=> x <= y} @-}
leq :: Int -> Int -> Bool
leq x y = x <= y

{-@ geq :: x:Int -> y:Int -> {v:Bool | v <=> x >= y} @-}
geq :: Int -> Int -> Bool
geq x y = x >= y

{-@ lt :: x:Int -> y:Int -> {v:Bool | v <=> x < y} @-}
lt :: Int -> Int -> Bool
lt x y = x < y

{-@ gt :: x:Int -> y:Int -> {v:Bool | v <=> x > y} @-}
gt :: Int -> Int -> Bool
gt x y = x > y

{-@ isEven :: x:Int -> {v:Bool | v <=> x mod 2 == 0} @-}
isEven :: Int -> Bool
isEven x = x `mod` 2 == 0

{-@ isOdd :: x:Int -> {v:Bool | v <=> x mod 2 == 1} @-}
isOdd :: Int -> Bool
isOdd x = x `mod` 2 == 1
