module Main (main) where

import qualified Lists
import qualified Maps
import qualified Monads
import qualified Numbers
import Same
import qualified Texts

main :: IO ()
main = report (Lists.checks ++ Numbers.checks ++ Texts.checks ++ Maps.checks ++ Monads.checks)
