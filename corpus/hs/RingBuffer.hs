module RingBuffer where

{-@ data Ring = Ring { capacity :: {v:Int | v > 0}, next :: {v:Int | 0 <= v && v < capacity} } @-}
data Ring = Ring {capacity :: Int, next :: Int} deriving (Eq, Show)

{-@ advance :: Ring -> Ring @-}
advance :: Ring -> Ring
advance (Ring c n) = Ring c (n + 1)

{-@ advanceAround :: Ring -> Ring @-}
advanceAround :: Ring -> Ring
advanceAround (Ring c n)
  | n + 1 == c = Ring c 0
  | otherwise = Ring c (n + 1)
