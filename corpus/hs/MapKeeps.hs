module MapKeeps where

{-@ mapList :: (a -> b) -> xs:[a] -> {v:[b] | len v = len xs} @-}
mapList :: (a -> b) -> [a] -> [b]
mapList _ [] = []
mapList f (x : xs) = f x : mapList f xs

{-@ positives :: f:(Int -> {v:Int | v > 0}) -> xs:[Int] -> [{v:Int | v > 0}] @-}
positives :: (Int -> Int) -> [Int] -> [Int]
positives _ [] = []
positives f (x : xs) = f x : positives f xs

{-@ squares :: xs:[Int] -> [{v:Int | v > 0}] @-}
squares :: [Int] -> [Int]
squares xs = positives (\x -> if x < 0 then 1 - x else x + 1) xs
