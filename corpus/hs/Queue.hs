module Queue where

data Queue a = Queue [a] [a] deriving (Eq, Show)

{-@ measure balanced @-}
balanced :: Queue a -> Bool
balanced (Queue front back) = length back <= length front

{-@ snoc :: a -> {q:Queue a | balanced q} -> {v:Queue a | balanced v} @-}
snoc :: a -> Queue a -> Queue a
snoc x (Queue front back) = Queue front (x : back)

{-@ remove :: {q:Queue a | balanced q} -> Maybe (a, {v:Queue a | balanced v}) @-}
remove :: Queue a -> Maybe (a, Queue a)
remove (Queue [] _) = Nothing
remove (Queue (x : front) back) = Just (x, rebalance front back)

rebalance :: [a] -> [a] -> Queue a
rebalance front back
  | length back <= length front = Queue front back
  | otherwise = Queue (front ++ reverse back) []
