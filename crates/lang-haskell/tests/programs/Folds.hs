module Folds where

import Data.List

answer :: (Int, [Int], [[Int]], [(Int, Int)], ([Int], [Int]), [Int], [[Char]], Bool, Maybe Int, [Int], [[Int]], Int)
answer =
  ( foldr (-) 0 [1, 2, 3]
  , scanl (+) 0 [1, 2, 3]
  , group (sort [3, 1, 3, 2, 1])
  , zip [1, 2, 3] (reverse [1, 2, 3])
  , partition even [1 .. 6]
  , nub [1, 2, 1, 3]
  , permutations "abc"
  , isPrefixOf "ab" "abc" && isInfixOf "bc" "abcd"
  , find (> 3) [1 .. 10]
  , [1, 2, 3, 4] \\ [2, 3]
  , transpose [[1, 2], [3, 4], [5]]
  , foldl (flip (-)) 10 [1, 2, 3]
  )
