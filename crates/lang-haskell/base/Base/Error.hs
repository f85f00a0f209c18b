{-# LANGUAGE MagicHash, NoImplicitPrelude #-}
-- | What ends a computation. Each of these functions is known to the machine: a call of one is a
-- failure at the place of the call, and its body is never run.
module Base.Error where

import GHC.Types

error :: [Char] -> a
error s = errorWithoutStackTrace s

errorWithoutStackTrace :: [Char] -> a
errorWithoutStackTrace s = errorWithoutStackTrace s

undefined :: a
undefined = undefined

divZeroError :: a
divZeroError = divZeroError

overflowError :: a
overflowError = overflowError

errorEmptyList :: [Char] -> a
errorEmptyList fun = errorWithoutStackTrace fun
