module AnyRefinement where
{-@ ifold :: forall a <p :: Int -> a -> Bool>. n:Nat -> (i:{Int | 0 <= i && i < n} -> a<p i> -> a<p (i+1)>) -> a<p 0> -> a<p n> @-}
ifold :: Int -> (Int -> a -> a) -> a -> a
ifold n f z = go 0 z
  where go i acc | i < n = go (i + 1) (f i acc)
                 | otherwise = acc
{-@ badIfold :: forall a <p :: Int -> a -> Bool>. n:Nat -> (i:{Int | 0 <= i && i < n} -> a<p i> -> a<p (i+1)>) -> a<p 0> -> a<p n> @-}
badIfold :: Int -> (Int -> a -> a) -> a -> a
badIfold n f z = go 0 z
  where go i acc | i + 1 < n = go (i + 1) (f i acc)
                 | otherwise = acc
{-@ pick :: forall <p :: Int -> Bool>. Bool -> Int<p> -> Int<p> -> Int<p> @-}
pick :: Bool -> Int -> Int -> Int
pick b x y = if b then x else y
{-@ badPick :: forall <p :: Int -> Bool>. Bool -> Int<p> -> Int -> Int<p> @-}
badPick :: Bool -> Int -> Int -> Int
badPick b x y = if b then x else y
{-@ filt :: forall <p :: a -> Bool>. (x:a -> {b:Bool | b => true}) -> [a<p>] -> [a<p>] @-}
filt :: (a -> Bool) -> [a] -> [a]
filt f [] = []
filt f (x:xs) = if f x then x : filt f xs else filt f xs
{-@ append :: forall <p :: a -> Bool>. [a<p>] -> [a<p>] -> [a<p>] @-}
append :: [a] -> [a] -> [a]
append [] ys = ys
append (x:xs) ys = x : append xs ys
