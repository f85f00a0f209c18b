module DotProduct where

{-@ type VectorN N = {v:[Int] | len v = N} @-}

{-@ dot :: xs:[Int] -> {ys:[Int] | len ys = len xs} -> Int @-}
dot :: [Int] -> [Int] -> Int
dot [] [] = 0
dot (x : xs) (y : ys) = x * y + dot xs ys
dot _ _ = error "vectors of different lengths"

{-@ multiply :: [[Int]] -> [Int] -> [Int] @-}
multiply :: [[Int]] -> [Int] -> [Int]
multiply rows v = map (\row -> dot row v) rows

{-@ multiplyN :: n:Int -> [VectorN n] -> VectorN n -> [Int] @-}
multiplyN :: Int -> [[Int]] -> [Int] -> [Int]
multiplyN _ rows v = map (\row -> dot row v) rows
