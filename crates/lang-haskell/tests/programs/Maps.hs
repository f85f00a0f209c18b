module Maps where

import qualified Data.Map as M
import qualified Data.Set as S

count :: String -> M.Map Char Int
count = foldr (\c -> M.insertWith (+) c 1) M.empty

answer :: ([(Char, Int)], Maybe Int, [Int], Bool, [(Int, String)], Int, [Int])
answer =
  ( M.toList (count "mississippi")
  , M.lookup 's' (count "mississippi")
  , S.toList (S.fromList [3, 1, 2, 3])
  , S.member 2 (S.fromList [1, 2])
  , M.toList (M.map show (M.fromList [(2, 1), (1, 2 :: Int)]) `M.union` M.fromList [(3, "z")])
  , M.foldr (+) 0 (M.fromList (zip [1 .. 10 :: Int] [1 ..]))
  , M.keys (M.filter even (M.fromList (zip [1 .. 10] [1 .. 10 :: Int])))
  )
