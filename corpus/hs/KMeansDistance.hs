module KMeansDistance where

{-@ type PointN N = {v:[Int] | len v = N} @-}

{-@ zipPoints :: p:[Int] -> {q:[Int] | len q = len p} -> {v:[(Int, Int)] | len v = len p} @-}
zipPoints :: [Int] -> [Int] -> [(Int, Int)]
zipPoints [] [] = []
zipPoints (x : xs) (y : ys) = (x, y) : zipPoints xs ys
zipPoints _ _ = error "points of different dimensions"

{-@ distance :: n:Int -> PointN n -> [Int] -> Int @-}
distance :: Int -> [Int] -> [Int] -> Int
distance _ p q = sum [(a - b) * (a - b) | (a, b) <- zipPoints p q]

{-@ sameDistance :: n:Int -> PointN n -> PointN n -> Int @-}
sameDistance :: Int -> [Int] -> [Int] -> Int
sameDistance _ p q = sum [(a - b) * (a - b) | (a, b) <- zipPoints p q]
