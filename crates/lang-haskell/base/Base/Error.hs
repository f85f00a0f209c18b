{-# LANGUAGE ImplicitParams, MagicHash, NoImplicitPrelude #-}
-- | What ends a computation. Each of these functions is known to the machine: a call of one is a
-- failure at the place of the call. The bodies are for GHC, which compiles this library to compare it
-- with its own.
--
-- Those that have a call stack in GHC have one here, so that calls of both take the same arguments.
module Base.Error where

import Base.Stack
import qualified Control.Exception as Real
import qualified Control.Exception.Base as Real
import qualified GHC.Err as Real
import GHC.Prim
import GHC.Types

error :: (?callStack :: CallStack) => [Char] -> a
error s = errorWithoutStackTrace s

errorWithoutStackTrace :: [Char] -> a
errorWithoutStackTrace s = Real.errorWithoutStackTrace s

undefined :: (?callStack :: CallStack) => a
undefined = errorWithoutStackTrace "Prelude.undefined"

absentErr :: a
absentErr = errorWithoutStackTrace "Oops! The program has entered an `absent' argument!\n"

divZeroError :: a
divZeroError = Real.throw Real.DivideByZero

overflowError :: a
overflowError = Real.throw Real.Overflow

underflowError :: a
underflowError = Real.throw Real.Underflow

ratioZeroDenominatorError :: a
ratioZeroDenominatorError = Real.throw Real.RatioZeroDenominator

errorEmptyList :: [Char] -> a
errorEmptyList fun = errorWithoutStackTrace (prelude_list_str fun)

-- | The name of a function of lists with the complaint that there is no element.
prelude_list_str :: [Char] -> [Char]
prelude_list_str fun = append "Prelude." (append fun ": empty list")
  where
    append [] ys = ys
    append (x : xs) ys = x : append xs ys

-- | The failures that GHC puts into programs; each gets the place and the name as a text.
patError, recSelError, recConError, noMethodBindingError, nonExhaustiveGuardsError, typeError, absentError
  :: Addr# -> a
patError s = Real.patError s
recSelError s = Real.recSelError s
recConError s = Real.recConError s
noMethodBindingError s = Real.noMethodBindingError s
nonExhaustiveGuardsError s = Real.nonExhaustiveGuardsError s
typeError s = Real.typeError s
absentError s = Real.absentError s
