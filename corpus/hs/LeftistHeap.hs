module LeftistHeap where

data Heap = Empty | Heap Int Int Heap Heap deriving (Eq, Show)

{-@ measure rank @-}
rank :: Heap -> Int
rank Empty = 0
rank (Heap n _ _ _) = n

{-@ measure leftist @-}
leftist :: Heap -> Bool
leftist Empty = True
leftist (Heap n _ l r) = rank r <= rank l && n == rank r + 1 && leftist l && leftist r

{-@ makeHeap :: Int -> {l:Heap | leftist l} -> {r:Heap | leftist r} -> {v:Heap | leftist v} @-}
makeHeap :: Int -> Heap -> Heap -> Heap
makeHeap x l r = Heap (rank r + 1) x l r
