module RefinementParameters where

data Chain a = End | Link a (Chain a)

{-@ data Chain a <p :: a -> a -> Bool> = End | Link { top :: a, rest :: Chain <p> (a<p top>) } @-}

{-@ measure links @-}
links :: Chain a -> Int
links End = 0
links (Link _ r) = 1 + links r

{-@ push :: a -> c:Chain a -> {v:Chain a | links v > links c} @-}
push :: a -> Chain a -> Chain a
push x End = Link x End
push x c = c
