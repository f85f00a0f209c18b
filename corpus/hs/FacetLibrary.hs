module FacetLibrary where

import Data.List (sort)

{-@ ordered :: xs:[Int] -> {v:[Int] | len v == len xs} @-}
ordered :: [Int] -> [Int]
ordered xs = sort xs
