module Intersect where

intersect :: Eq a => [a] -> [a] -> [a]
intersect = intersectBy (==)

intersectBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
intersectBy _ [] _ = []
intersectBy _ _ [] = []
intersectBy eq xs ys = [x | x <- xs, anyOf (eq x) ys]

anyOf :: (a -> Bool) -> [a] -> Bool
anyOf _ [] = False
anyOf p (x : xs) = p x || anyOf p xs

prop_commutative :: Eq a => [a] -> [a] -> Bool
prop_commutative xs ys = (xs `intersect` ys) == (ys `intersect` xs)
