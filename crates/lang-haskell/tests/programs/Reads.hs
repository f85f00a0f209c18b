module Reads where

import Text.Read (readMaybe)

answer :: (Int, Maybe Int, Maybe Int, [Int], (Int, Bool), Double)
answer = (read "42", readMaybe "7", readMaybe "x7", read "[1,2,3]", read "(1,True)", read "2.5")
