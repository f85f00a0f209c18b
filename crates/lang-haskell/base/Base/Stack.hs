{-# LANGUAGE ImplicitParams, NoImplicitPrelude, RankNTypes #-}
-- | Call stacks. GHC builds them at each call of a function that wants one; nobody here looks into
-- them, because a failure is reported with its place anyway.
module Base.Stack where

import GHC.Types

data CallStack
  = EmptyCallStack
  | PushCallStack [Char] SrcLoc CallStack
  | FreezeCallStack CallStack

data SrcLoc = SrcLoc
  { srcLocPackage :: [Char]
  , srcLocModule :: [Char]
  , srcLocFile :: [Char]
  , srcLocStartLine :: Int
  , srcLocStartCol :: Int
  , srcLocEndLine :: Int
  , srcLocEndCol :: Int
  }

emptyCallStack :: CallStack
emptyCallStack = EmptyCallStack

pushCallStack :: ([Char], SrcLoc) -> CallStack -> CallStack
pushCallStack (fn, loc) stack = case stack of
  FreezeCallStack _ -> stack
  _ -> PushCallStack fn loc stack

freezeCallStack :: CallStack -> CallStack
freezeCallStack stack = FreezeCallStack stack

fromCallSiteList :: [([Char], SrcLoc)] -> CallStack
fromCallSiteList [] = EmptyCallStack
fromCallSiteList ((fn, loc) : rest) = PushCallStack fn loc (fromCallSiteList rest)

getCallStack :: CallStack -> [([Char], SrcLoc)]
getCallStack EmptyCallStack = []
getCallStack (PushCallStack fn loc more) = (fn, loc) : getCallStack more
getCallStack (FreezeCallStack more) = getCallStack more

prettyCallStack :: CallStack -> [Char]
prettyCallStack _ = "CallStack (from HasCallStack)"

withFrozenCallStack :: (?callStack :: CallStack) => ((?callStack :: CallStack) => a) -> a
withFrozenCallStack x = x
