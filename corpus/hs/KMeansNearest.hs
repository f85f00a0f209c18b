module KMeansNearest where

{-@ type Nat = {v:Int | v >= 0} @-}

type Point = Int

type Center = (Int, Point)

{-@ minimumKey :: {xs:[(Int, a)] | len xs > 0} -> a @-}
minimumKey :: [(Int, a)] -> a
minimumKey [(_, x)] = x
minimumKey ((a, x) : (b, y) : rest)
  | a <= b = minimumKey ((a, x) : rest)
  | otherwise = minimumKey ((b, y) : rest)
minimumKey [] = error "there is no minimum"

{-@ distance :: Int -> Int -> Nat @-}
distance :: Point -> Point -> Int
distance a b
  | a >= b = a - b
  | otherwise = b - a

{-@ nearest :: [(Int, Int)] -> Int -> Int @-}
nearest :: [Center] -> Point -> Int
nearest centers p = minimumKey [(distance p q, name) | (name, q) <- centers]
