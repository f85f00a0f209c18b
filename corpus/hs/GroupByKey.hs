module GroupByKey where

import qualified Data.Map as M

{-@ type NE a = {v:[a] | len v > 0} @-}

{-@ group :: (Ord k) => [(k, v)] -> M.Map k (NE v) @-}
group :: (Ord k) => [(k, v)] -> M.Map k [v]
group = foldr add M.empty

add :: (Ord k) => (k, v) -> M.Map k [v] -> M.Map k [v]
add (k, v) m = M.insert k vs m
  where
    vs = case M.lookup k m of
      Nothing -> []
      Just old -> v : old
