module Enums where

data Day = Mon | Tue | Wed | Thu | Fri deriving (Show, Eq, Ord, Enum, Bounded)

answer :: ([Day], [Day], [Int], [Char], [Integer], [Double], [Bool], [Int], Day, [Int])
answer =
  ( [Mon, Wed ..]
  , [Fri, Thu .. Tue]
  , [10, 8 .. 1]
  , ['a' .. 'f']
  , [1, 3 .. 9]
  , [0.5 .. 3]
  , [minBound ..]
  , map fromEnum "az"
  , pred Fri
  , [5 .. 1]
  )
