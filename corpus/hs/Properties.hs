module Properties where

import Test.QuickCheck

rotate :: Int -> [a] -> [a]
rotate n xs = drop n xs ++ take n xs

prop_length :: Int -> [Int] -> Bool
prop_length n xs = length (rotate n xs) == length xs

prop_twice :: Int -> [Int] -> Bool
prop_twice n xs = rotate n (rotate n xs) == rotate (n + n) xs

prop_whole :: [Int] -> Property
prop_whole xs = not (null xs) ==> rotate (length xs) xs == xs

prop_first :: [Int] -> Property
prop_first xs = not (null xs) ==> head (rotate 1 xs) /= head xs
