module RefinedChain where

{-@ data Chain a <p :: x:a -> y:a -> Bool> = End | Link { first :: a, rest :: Chain <p> (a<p first>) } @-}
data Chain a = End | Link { first :: a, rest :: Chain a }

{-@ type Rising a = Chain <{\x y -> x <= y}> a @-}
{-@ type Apart N = Chain <{\x y -> y >= x + N}> Int @-}

{-@ place :: Int -> Rising Int -> Rising Int @-}
place :: Int -> Chain Int -> Chain Int
place x End = Link x End
place x (Link y ys)
  | x <= y = Link x (Link y ys)
  | otherwise = Link y (place x ys)

{-@ badPlace :: Int -> Rising Int -> Rising Int @-}
badPlace :: Int -> Chain Int -> Chain Int
badPlace x End = Link x End
badPlace x (Link y ys)
  | x <= y = Link y (Link x ys)
  | otherwise = Link y (badPlace x ys)

{-@ closer :: n:Int -> {m:Int | m <= n} -> Apart n -> Apart m @-}
closer :: Int -> Int -> Chain Int -> Chain Int
closer _ _ xs = xs

{-@ badFarther :: n:Int -> {m:Int | m > n} -> Apart n -> Apart m @-}
badFarther :: Int -> Int -> Chain Int -> Chain Int
badFarther _ _ xs = xs
