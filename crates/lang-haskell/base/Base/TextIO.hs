{-# LANGUAGE NoImplicitPrelude #-}
-- | Texts that are read and written.
module Base.TextIO where

import Base.Function
import Base.IO (Handle)
import qualified Base.IO as IO
import Base.Monad
import Base.Text (Text (..))
import GHC.Types

putStr, putStrLn :: Text -> IO ()
putStr (Text s) = IO.putStr s
putStrLn (Text s) = IO.putStrLn s

hPutStr, hPutStrLn :: Handle -> Text -> IO ()
hPutStr h (Text s) = IO.hPutStr h s
hPutStrLn h (Text s) = IO.hPutStrLn h s

getLine, getContents :: IO Text
getLine = fmap Text IO.getLine
getContents = fmap Text IO.getContents

interact :: (Text -> Text) -> IO ()
interact f = IO.interact (\s -> case f (Text s) of Text t -> t)
