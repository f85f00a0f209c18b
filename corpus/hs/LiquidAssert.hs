module LiquidAssert where

import Language.Haskell.Liquid.Prelude (liquidAssert)

{-@ pred1 :: Nat -> Nat @-}
pred1 :: Int -> Int
pred1 x = liquidAssert (x > 0) (x - 1)
