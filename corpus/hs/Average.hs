module Average where

{-@ divide :: Int -> {d:Int | d /= 0} -> Int @-}
divide :: Int -> Int -> Int
divide n d = n `div` d

{-@ average :: [Int] -> Int @-}
average :: [Int] -> Int
average xs = divide (sum xs) (length xs)
