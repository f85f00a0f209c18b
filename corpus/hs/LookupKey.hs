module LookupKey where

import qualified Data.Map as M

{-@ found :: {r:Maybe Int | isJust r} -> Int @-}
found :: Maybe Int -> Int
found (Just x) = x
found Nothing = error "there is none"

{-@ measure isJust @-}
isJust :: Maybe a -> Bool
isJust (Just _) = True
isJust Nothing = False

{-@ price :: Int -> [(Int, Int)] -> Int @-}
price :: Int -> [(Int, Int)] -> Int
price item list = found (M.lookup item (M.fromList list))

{-@ total :: [(Int, Int)] -> Int @-}
total :: [(Int, Int)] -> Int
total list = M.foldr (+) 0 (M.fromList list)
