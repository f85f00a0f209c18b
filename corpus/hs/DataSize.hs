module DataSize where

data L a = N | C a (L a)

{-@ data L [size] a = N | C { hd :: a, tl :: L a } @-}
{-@ measure size @-}
{-@ size :: L a -> Nat @-}
size :: L a -> Int
size N = 0
size (C _ xs) = 1 + size xs

{-@ append :: xs:L a -> ys:L a -> {v:L a | size v == size xs + size ys} @-}
append :: L a -> L a -> L a
append N ys = ys
append (C x xs) ys = append xs (C x (append N N))
