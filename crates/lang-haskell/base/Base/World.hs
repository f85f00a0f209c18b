{-# LANGUAGE NoImplicitPrelude #-}
-- | What only the world outside can do. Each of these is known to the machine (@lower/world.rs@); the
-- bodies are for GHC.
module Base.World where

import GHC.Types
import qualified System.IO as Real
import qualified System.IO.Unsafe as Real

-- | Writes to the standard output. To the machine it is an event.
writeText :: [Char] -> IO ()
writeText s = Real.putStr s

-- | Writes to the standard error. To the machine it is an event.
writeError :: [Char] -> IO ()
writeError s = Real.hPutStr Real.stderr s

-- | All that there is to read on the standard input. To the machine it is an unknown text.
wholeInput :: [Char]
wholeInput = Real.unsafePerformIO Real.getContents
