module Tables where

import Data.Array

fibs :: Int -> Array Int Integer
fibs n = table
  where
    table = listArray (0, n) (map f [0 .. n])
    f 0 = 0
    f 1 = 1
    f i = table ! (i - 1) + table ! (i - 2)

answer :: (Integer, [(Int, Char)], (Int, Int), [Int])
answer =
  ( fibs 50 ! 50
  , assocs (listArray (0, 2) "abc" // [(1, 'z')])
  , bounds (fibs 5)
  , elems (accumArray (+) 0 (0, 2) [(0, 1), (2, 5), (0, 3)])
  )
