module Undefineds where

data T = T {a :: Int, b :: Int}

lazyField :: T -> Int
lazyField = a

irrefutable :: Maybe Int -> Int
irrefutable ~(Just n) = 5

answer :: (Int, Int, Int, [Int], Bool, (Int, Int), Int)
answer =
  ( lazyField (T 1 undefined)
  , irrefutable Nothing
  , const 3 (error "unused")
  , take 2 (1 : 2 : undefined)
  , False && undefined
  , let (x, _) = (4, undefined :: Int); y = x + 1 in (x, y)
  , case (undefined, 2) of (_, n) -> n
  )
