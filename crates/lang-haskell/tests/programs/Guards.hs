{-# LANGUAGE LambdaCase, MultiWayIf, ViewPatterns, PatternGuards, TupleSections #-}
module Guards where

classify :: Int -> String
classify n
  | n < 0 = "negative"
  | n == 0 = "zero"
  | Just s <- lookup n table = s
  | otherwise = "many"
  where
    table = [(1, "one"), (2, "two")]

sign :: Int -> Int
sign = \case
  0 -> 0
  n | n > 0 -> 1
    | otherwise -> -1

size :: [a] -> String
size xs = if | null xs -> "empty" | length xs < 3 -> "small" | otherwise -> "big"

halve :: Int -> Maybe Int
halve (flip divMod 2 -> (q, 0)) = Just q
halve _ = Nothing

poly :: (Int, String)
poly = let pair x = (x, x) in (fst (pair 1), snd (pair "p"))

answer :: ([String], [Int], [String], [Maybe Int], (Int, String), [(Int, Char)], Int)
answer =
  ( map classify [-1, 0, 1, 2, 3]
  , map sign [-5, 0, 7]
  , [size "", size "ab", size "abc"]
  , map halve [4, 5]
  , poly
  , map (,'x') [1, 2]
  , let (a, b) | True = (3, 4) | otherwise = (0, 0) in a * b
  )
