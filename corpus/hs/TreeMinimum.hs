module TreeMinimum where

data Tree = Leaf | Node Tree Int Tree deriving (Eq, Show)

{-@ measure isNode @-}
isNode :: Tree -> Bool
isNode Leaf = False
isNode (Node _ _ _) = True

{-@ minimumOf :: {t:Tree | isNode t} -> Int @-}
minimumOf :: Tree -> Int
minimumOf (Node Leaf x _) = x
minimumOf (Node l _ _) = minimumOf l
minimumOf Leaf = error "a leaf has no minimum"

{-@ successor :: {t:Tree | isNode t} -> Int @-}
successor :: Tree -> Int
successor (Node _ _ r) = minimumOf r
successor Leaf = error "a leaf has no successor"
