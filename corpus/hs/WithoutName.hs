module WithoutName where

{-@ share :: total:{Int | total >= 0} -> people:{Int | people > 0} -> {Int | v <= total} @-}
share :: Int -> Int -> Int
share total people = total `div` people

{-@ perDay :: {Int | v >= 0} -> days:Int -> Int @-}
perDay :: Int -> Int -> Int
perDay total days = share total days
