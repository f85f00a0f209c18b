module TrafficLight where

data Light = Green | Yellow | Red deriving (Eq, Show)

{-@ measure order @-}
order :: Light -> Int
order Green = 0
order Yellow = 1
order Red = 2

{-@ next :: l:Light -> {v:Light | order v = (order l + 1) mod 3} @-}
next :: Light -> Light
next Green = Yellow
next Yellow = Green
next Red = Green
