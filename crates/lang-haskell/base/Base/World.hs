{-# LANGUAGE NoImplicitPrelude #-}
-- | What only the world outside can do. Each of these functions is known to the machine, for which
-- it is an event; the bodies are for GHC.
module Base.World where

import GHC.Types
import qualified System.IO as Real

-- | Writes to the standard output.
writeText :: [Char] -> IO ()
writeText s = Real.putStr s

-- | Writes to the standard error.
writeError :: [Char] -> IO ()
writeError s = Real.hPutStr Real.stderr s

-- | Reads a line, without its end.
readLine :: IO [Char]
readLine = Real.getLine

-- | Whether there is nothing left to read.
inputEnds :: IO Bool
inputEnds = Real.isEOF

-- | All the rest of the input.
readAll :: IO [Char]
readAll = Real.getContents
