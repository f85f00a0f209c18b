module Calendar where

{-@ type Month = {v:Int | 1 <= v && v <= 12} @-}

{-@ daysIn :: Month -> {v:Int | 28 <= v && v <= 31} @-}
daysIn :: Int -> Int
daysIn m
  | m == 2 = 28
  | m == 4 || m == 6 || m == 9 || m == 11 = 30
  | otherwise = 31

{-@ thisMonthLength :: Month -> Int @-}
thisMonthLength :: Int -> Int
thisMonthLength m = daysIn m

{-@ nextMonthLength :: Month -> Int @-}
nextMonthLength :: Int -> Int
nextMonthLength m = daysIn (m + 1)
