-- | The older names of proofs as programs.
module Language.Haskell.Liquid.Equational
  ( module Language.Haskell.Liquid.ProofCombinators
  ) where

import Language.Haskell.Liquid.ProofCombinators
