{-# LANGUAGE MagicHash, NoImplicitPrelude, UnboxedTuples #-}
-- | Input and output in terms of what the world can do. What is not here, such as files, is not
-- modelled, and a path that gets there says so.
module Base.IO where

import Base.Classes
import Base.Error
import Base.Exception
import Base.Function
import Base.List
import Base.Monad
import Base.Num
import Base.Read
import Base.Ref
import Base.Show
import Base.World
import GHC.Prim
import GHC.Types

data Handle = Stdin | Stdout | Stderr

instance Eq Handle where
  Stdin == Stdin = True
  Stdout == Stdout = True
  Stderr == Stderr = True
  _ == _ = False

data BufferMode = NoBuffering | LineBuffering | BlockBuffering (Maybe Int)

stdin, stdout, stderr :: Handle
stdin = Stdin
stdout = Stdout
stderr = Stderr

putStr, putStrLn :: [Char] -> IO ()
putStr s = writeText s
putStrLn s = writeText (s ++ "\n")

putChar :: Char -> IO ()
putChar c = writeText [c]

print :: Show a => a -> IO ()
print x = putStrLn (show x)

hPutStr, hPutStrLn :: Handle -> [Char] -> IO ()
hPutStr Stderr s = writeError s
hPutStr Stdout s = writeText s
hPutStr Stdin _ = ioError (userError "illegal operation (handle is not open for writing)")
hPutStrLn h s = hPutStr h (s ++ "\n")

hPutChar :: Handle -> Char -> IO ()
hPutChar h c = hPutStr h [c]

hPrint :: Show a => Handle -> a -> IO ()
hPrint h x = hPutStrLn h (show x)

hFlush, hClose :: Handle -> IO ()
hFlush _ = returnIO ()
hClose _ = returnIO ()

hSetBuffering :: Handle -> BufferMode -> IO ()
hSetBuffering _ _ = returnIO ()

hSetEcho :: Handle -> Bool -> IO ()
hSetEcho _ _ = returnIO ()

-- | What is left to read.
unread :: IORef [Char]
unread = unsafePerformIO (newIORef wholeInput)
{-# NOINLINE unread #-}

getLine, getContents, getContents' :: IO [Char]
getLine = readIORef unread >>= \s -> case s of
  [] -> ioError (EndOfFile "Prelude.getLine")
  _ -> case break (== '\n') s of
    (line, rest) -> writeIORef unread (drop 1 rest) >> return line
getContents = readIORef unread >>= \s -> writeIORef unread [] >> return s
getContents' = getContents

getChar :: IO Char
getChar = readIORef unread >>= \s -> case s of
  [] -> ioError (EndOfFile "Prelude.getChar")
  c : rest -> writeIORef unread rest >> return c

hGetLine, hGetContents, hGetContents' :: Handle -> IO [Char]
hGetLine h = ofStdin h getLine
hGetContents h = ofStdin h getContents
hGetContents' h = ofStdin h getContents

hGetChar :: Handle -> IO Char
hGetChar h = ofStdin h getChar

-- | Only the standard input can be read.
ofStdin :: Handle -> IO a -> IO a
ofStdin Stdin action = action
ofStdin _ _ = ioError (userError "illegal operation (handle is not open for reading)")

isEOF :: IO Bool
isEOF = fmap null (readIORef unread)

hIsEOF :: Handle -> IO Bool
hIsEOF h = ofStdin h isEOF

interact :: ([Char] -> [Char]) -> IO ()
interact f = getContents >>= \s -> putStr (f s)

readLn :: Read a => IO a
readLn = getLine >>= readIO

readIO :: Read a => [Char] -> IO a
readIO s = case readEither s of
  Right x -> return x
  Left _ -> ioError (userError "Prelude.readIO: no parse")

-- | Traces are not shown.
trace :: [Char] -> a -> a
trace _ x = x

traceShow :: Show a => a -> b -> b
traceShow _ x = x

traceShowId :: Show a => a -> a
traceShowId x = x

traceId :: [Char] -> [Char]
traceId s = s

traceM :: Applicative f => [Char] -> f ()
traceM _ = pure ()

traceShowM :: (Show a, Applicative f) => a -> f ()
traceShowM _ = pure ()

unsafePerformIO, unsafeDupablePerformIO :: IO a -> a
unsafePerformIO (IO m) = case m realWorld# of (# _, x #) -> x
unsafeDupablePerformIO m = unsafePerformIO m

unsafeInterleaveIO :: IO a -> IO a
unsafeInterleaveIO m = IO (\s -> (# s, unsafePerformIO m #))
