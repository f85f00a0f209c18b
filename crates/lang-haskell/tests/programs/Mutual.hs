module Mutual where

isEven, isOdd :: Int -> Bool
isEven 0 = True
isEven n = isOdd (n - 1)
isOdd 0 = False
isOdd n = isEven (n - 1)

collatz :: Int -> [Int]
collatz = go
  where
    go 1 = [1]
    go n
      | even n = n : down n
      | otherwise = n : up n
    down n = go (n `div` 2)
    up n = go (3 * n + 1)

ackermann :: Int -> Int -> Int
ackermann 0 n = n + 1
ackermann m 0 = ackermann (m - 1) 1
ackermann m n = ackermann (m - 1) (ackermann m (n - 1))

hanoi :: Int -> Char -> Char -> Char -> [(Char, Char)]
hanoi 0 _ _ _ = []
hanoi n a b c = hanoi (n - 1) a c b ++ [(a, b)] ++ hanoi (n - 1) c b a

answer :: (Bool, Bool, [Int], Int, [(Char, Char)])
answer = (isEven 10, isOdd 4, collatz 6, ackermann 2 3, hanoi 3 'a' 'b' 'c')
