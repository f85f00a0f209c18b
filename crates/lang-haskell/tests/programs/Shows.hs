module Shows where

import qualified Data.Map as M
import qualified Data.Set as S
import Data.Ratio

infixr 5 :>
data Op = Int :> Op | End | Op :*: Op deriving (Show, Eq)
infixl 6 :*:

answer :: [String]
answer =
  [ show (M.fromList [(1, "a"), (2, "b")])
  , show (S.fromList "hello")
  , show (3 % 6 :: Rational)
  , show (1 :> 2 :> End)
  , show [Just (-1), Nothing]
  , show (Left 3 :: Either Int String)
  , show ((1, 'c'), "s", [()], [LT, GT])
  , show (fromIntegral (3 :: Int) :: Double)
  , show (End :*: End)
  , showString "ab" "cd"
  , shows (3 :: Int) "!"
  ]
