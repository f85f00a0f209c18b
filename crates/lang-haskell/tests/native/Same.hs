{-# LANGUAGE FlexibleInstances, FunctionalDependencies, UndecidableInstances #-}
-- | Values of our library and of GHC's, side by side.
--
-- Both are shown by GHC's 'show', ours after a translation of its types, as far as they can be
-- computed: an exception ends the text at the place where it was met. So laziness shows as well.
module Same (Out (..), Same, same, report, lists, partial, texts) where

import Control.Exception (SomeException, evaluate, try)
import qualified Base.Function as B
import qualified Base.IntMap as IntMap
import qualified Base.IntSet as IntSet
import qualified Base.Map as Map
import qualified Base.Num as B
import qualified Base.Set as Set
import Data.List.NonEmpty (NonEmpty (..))
import Data.Ratio (Ratio, (%))

-- | From our types to GHC's.
class Out a b | a -> b where
  out :: a -> b

instance Out Int Int where out = id
instance Out Integer Integer where out = id
instance Out Word Word where out = id
instance Out Double Double where out = id
instance Out Float Float where out = id
instance Out Char Char where out = id
instance Out Bool Bool where out = id
instance Out Ordering Ordering where out = id
instance Out () () where out = id
instance Out a b => Out [a] [b] where out = map out
instance (Out a b, Out c d) => Out (a, c) (b, d) where out (x, y) = (out x, out y)
instance (Out a b, Out c d, Out e f) => Out (a, c, e) (b, d, f) where out (x, y, z) = (out x, out y, out z)
instance Out a b => Out (B.Maybe a) (Maybe b) where
  out B.Nothing = Nothing
  out (B.Just x) = Just (out x)
instance (Out a b, Out c d) => Out (B.Either a c) (Either b d) where
  out (B.Left x) = Left (out x)
  out (B.Right y) = Right (out y)
instance Out a b => Out (B.NonEmpty a) (NonEmpty b) where out (x B.:| xs) = out x :| map out xs
instance (Out a b, Integral b) => Out (B.Ratio a) (Ratio b) where out (x B.:% y) = out x % out y
instance (Out k j, Out a b) => Out (Map.Map k a) [(j, b)] where out m = out (Map.toList m)
instance Out a b => Out (Set.Set a) [b] where out s = out (Set.toList s)
instance Out a b => Out (IntMap.IntMap a) [(Int, b)] where out m = out (IntMap.toList m)
instance Out IntSet.IntSet [Int] where out s = IntSet.toList s

-- | What is compared, ours and GHC's.
data Same = Same String String String

same :: (Out a b, Show b) => String -> a -> b -> Same
same name ours theirs = Same name (show (out ours)) (show theirs)

-- | The beginning of a text that can be computed, with a mark where it cannot.
computed :: String -> IO String
computed text = go (500 :: Int) text
  where
    go 0 _ = pure "..."
    go n s = do
      next <- try (evaluate s)
      case next of
        Left problem -> const (pure "<exception>") (problem :: SomeException)
        Right [] -> pure []
        Right (c : rest) -> do
          letter <- try (evaluate c)
          case letter of
            Left problem -> const (pure "<exception>") (problem :: SomeException)
            Right d -> (d :) <$> go (n - 1) rest

-- | Says what differs, and how much was compared.
report :: [Same] -> IO ()
report all' = do
  mapM_ one all'
  putStrLn ("compared " ++ show (length all'))
  where
    one (Same name ours theirs) = do
      a <- computed ours
      b <- computed theirs
      if a == b then pure () else putStrLn ("DIFFERS " ++ name ++ "\n  ours  " ++ a ++ "\n  GHC's " ++ b)

-- | All lists of up to four small numbers.
lists :: [[Int]]
lists = concatMap (\n -> sequence (replicate n [0, 1, 2])) [0 .. 4]

-- | Lists that are not there as a whole.
partial :: [[Int]]
partial =
  [ undefined, 1 : undefined, [undefined], [1, undefined, 2], 2 : 1 : undefined, [0, 1, undefined]
  , 3 : 1 : 2 : undefined, undefined : [4] ]

texts :: [String]
texts =
  [ "", "a", " ", "ab c", "  two  words ", "line\nnext\n", "\n\n", "tab\there", "3", "-3", " ( 4 ) ", "(-5)"
  , "[1,2, 3]", "[]", "\"quoted \\\" \\n text\"", "'c'", "(1,True)", "Just 3", "Just (-3)", "Left 2"
  , "0x1F", "1.5", "2e3", "1e", "12abc", "\SOH\SO\&H\DEL\200", "é", "9999999999999999999999" ]
