module CallerWithout where

{-@ safeDiv :: Int -> {d:Int | d /= 0} -> Int @-}
safeDiv :: Int -> Int -> Int
safeDiv n d = n `div` d

average :: [Int] -> Int
average xs = safeDiv (sum xs) (length xs)

half :: Int -> Int
half n = safeDiv n 2
