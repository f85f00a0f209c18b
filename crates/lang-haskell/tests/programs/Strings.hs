module Strings where

import Data.Char (isDigit, isSpace, isUpper, ord, chr, toLower, toUpper)

caesar :: Int -> String -> String
caesar n = map shift
  where
    shift c
      | c >= 'a' && c <= 'z' = chr ((ord c - ord 'a' + n) `mod` 26 + ord 'a')
      | otherwise = c

trim :: String -> String
trim = f . f where f = reverse . dropWhile isSpace

answer :: (String, String, [String], String, [Bool], String, String, [String], String)
answer =
  ( caesar 3 "hello, world"
  , trim "  x y "
  , words "the quick  brown\tfox"
  , unwords ["a", "b"]
  , map isDigit "a1"
  , map toUpper "strasse z"
  , show "q\"uo\n\1234\&5\SOH"
  , lines "one\ntwo\n\nthree"
  , filter isUpper (concatMap (\c -> [c, toUpper c]) "abc")
  )
