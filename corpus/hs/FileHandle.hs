module FileHandle where

data File = File {isOpen :: Bool, position :: Int} deriving (Eq, Show)

{-@ measure opened @-}
opened :: File -> Bool
opened (File o _) = o

{-@ openFile :: File -> {v:File | opened v} @-}
openFile :: File -> File
openFile f = f {isOpen = True}

{-@ closeFile :: {f:File | opened f} -> {v:File | not (opened v)} @-}
closeFile :: File -> File
closeFile f = f {isOpen = False}

{-@ readLine :: {f:File | opened f} -> {v:File | opened v} @-}
readLine :: File -> File
readLine f = f {position = position f + 1}

{-@ readOnce :: File -> File @-}
readOnce :: File -> File
readOnce f = closeFile (readLine (openFile f))

{-@ readTwice :: File -> File @-}
readTwice :: File -> File
readTwice f = readLine (closeFile (readLine (openFile f)))
