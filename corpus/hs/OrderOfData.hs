module OrderOfData where

data Level = Low | Mid | High deriving (Eq, Ord, Show)

{-@ raise :: x:Level -> {v:Level | x < v || x == High} @-}
raise :: Level -> Level
raise Low = Mid
raise Mid = Mid
raise High = High

{-@ atLeast :: x:Level -> y:Level -> {v:Level | v >= x && v >= y} @-}
atLeast :: Level -> Level -> Level
atLeast x y = if x > y then x else y
