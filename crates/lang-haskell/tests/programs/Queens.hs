module Queens where

queens :: Int -> [[Int]]
queens n = go n
  where
    go 0 = [[]]
    go k = [q : qs | qs <- go (k - 1), q <- [1 .. n], safe q qs]
    safe q qs = and [q /= c && abs (q - c) /= d | (d, c) <- zip [1 ..] qs]

pythagorean :: Int -> [(Int, Int, Int)]
pythagorean n = [(a, b, c) | a <- [1 .. n], b <- [a .. n], c <- [b .. n], a * a + b * b == c * c]

answer :: ([[Int]], [(Int, Int, Int)])
answer = (queens 5, pythagorean 15)
