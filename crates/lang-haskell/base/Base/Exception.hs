{-# LANGUAGE BangPatterns, ExistentialQuantification, MagicHash, NoImplicitPrelude, PatternSynonyms, RankNTypes, ScopedTypeVariables, UnboxedTuples #-}
-- | Exceptions: how they are thrown and caught, and which there are.
module Base.Exception where

import Base.Classes
import Base.Error
import Base.Function
import Base.List
import Base.Monad
import Base.Num
import Base.Show
import Base.Typeable
import Base.World
import GHC.Prim
import GHC.Types

data SomeException = forall e. Exception e => SomeException e

class (Typeable e, Show e) => Exception e where
  toException :: e -> SomeException
  fromException :: SomeException -> Maybe e
  displayException :: e -> [Char]
  toException e = SomeException e
  fromException (SomeException e) = cast e
  displayException e = show e

instance Typeable SomeException where
  typeRep# = TrTyCon (namedTyCon 2##) []

instance Show SomeException where
  showsPrec p (SomeException e) = showsPrec p e

instance Exception SomeException where
  toException e = e
  fromException e = Just e
  displayException (SomeException e) = displayException e

-- Throwing and catching ---------------------------------------------------------------------------

throw :: Exception e => e -> a
throw e = raise# (toException e)

throwIO :: Exception e => e -> IO a
throwIO e = IO (\s -> raiseIO# (toException e) s)

catch, catchException :: Exception e => IO a -> (e -> IO a) -> IO a
catch (IO action) handler = IO (\s -> catch# action handled s)
  where
    handled e = case fromException e of
      Just known -> unIO (handler known)
      Nothing -> \s -> raiseIO# e s
catchException action handler = catch action handler

handle :: Exception e => (e -> IO a) -> IO a -> IO a
handle handler action = catch action handler

catchJust :: Exception e => (e -> Maybe b) -> IO a -> (b -> IO a) -> IO a
catchJust p action handler = catch action (\e -> case p e of
  Nothing -> throwIO e
  Just b -> handler b)

handleJust :: Exception e => (e -> Maybe b) -> (b -> IO a) -> IO a -> IO a
handleJust p handler action = catchJust p action handler

try :: Exception e => IO a -> IO (Either e a)
try action = catch (fmap Right action) (\e -> return (Left e))

tryJust :: Exception e => (e -> Maybe b) -> IO a -> IO (Either b a)
tryJust p action = try action >>= \r -> case r of
  Right v -> return (Right v)
  Left e -> case p e of
    Nothing -> throwIO e
    Just b -> return (Left b)

evaluate :: a -> IO a
evaluate x = IO (\s -> case x of !y -> (# s, y #))

onException :: IO a -> IO b -> IO a
onException action after = catch action (\(e :: SomeException) -> after >> throwIO e)

bracket :: IO a -> (a -> IO b) -> (a -> IO c) -> IO c
bracket before after thing =
  before >>= \a -> onException (thing a) (after a) >>= \r -> after a >> return r

bracket_ :: IO a -> IO b -> IO c -> IO c
bracket_ before after thing = bracket before (\_ -> after) (\_ -> thing)

bracketOnError :: IO a -> (a -> IO b) -> (a -> IO c) -> IO c
bracketOnError before after thing = before >>= \a -> onException (thing a) (after a)

finally :: IO a -> IO b -> IO a
finally action after = onException action after >>= \r -> after >> return r

mask :: ((forall a. IO a -> IO a) -> IO b) -> IO b
mask action = action id

mask_, uninterruptibleMask_ :: IO a -> IO a
mask_ action = action
uninterruptibleMask_ action = action

uninterruptibleMask :: ((forall a. IO a -> IO a) -> IO b) -> IO b
uninterruptibleMask action = action id

data Handler a = forall e. Exception e => Handler (e -> IO a)

catches :: IO a -> [Handler a] -> IO a
catches action handlers = catch action (\e -> choose e handlers)
  where
    choose :: SomeException -> [Handler a] -> IO a
    choose e [] = throwIO e
    choose e (Handler h : more) = case fromException e of
      Just known -> h known
      Nothing -> choose e more

assert :: Bool -> a -> a
assert _ x = x

-- The exceptions of the system --------------------------------------------------------------------

data ErrorCall = ErrorCallWithLocation [Char] [Char]

pattern ErrorCall :: [Char] -> ErrorCall
pattern ErrorCall message <- ErrorCallWithLocation message _
  where
    ErrorCall message = ErrorCallWithLocation message ""

instance Eq ErrorCall where
  ErrorCallWithLocation a _ == ErrorCallWithLocation b _ = a == b

instance Ord ErrorCall where
  compare (ErrorCallWithLocation a _) (ErrorCallWithLocation b _) = compare a b

instance Show ErrorCall where
  showsPrec _ (ErrorCallWithLocation message _) s = message ++ s

instance Typeable ErrorCall where
  typeRep# = TrTyCon (namedTyCon 3##) []

instance Exception ErrorCall

errorCallException :: [Char] -> SomeException
errorCallException message = toException (ErrorCall message)

data ArithException
  = Overflow
  | Underflow
  | LossOfPrecision
  | DivideByZero
  | Denormal
  | RatioZeroDenominator

arithNumber :: ArithException -> Int
arithNumber e = case e of
  Overflow -> 0
  Underflow -> 1
  LossOfPrecision -> 2
  DivideByZero -> 3
  Denormal -> 4
  RatioZeroDenominator -> 5

instance Eq ArithException where
  x == y = arithNumber x == arithNumber y

instance Ord ArithException where
  compare x y = compare (arithNumber x) (arithNumber y)

instance Show ArithException where
  showsPrec _ e s = case e of
    Overflow -> "arithmetic overflow" ++ s
    Underflow -> "arithmetic underflow" ++ s
    LossOfPrecision -> "loss of precision" ++ s
    DivideByZero -> "divide by zero" ++ s
    Denormal -> "denormal" ++ s
    RatioZeroDenominator -> "Ratio has zero denominator" ++ s

instance Typeable ArithException where
  typeRep# = TrTyCon (namedTyCon 4##) []

instance Exception ArithException

divZeroException, overflowException, underflowException, ratioZeroDenomException :: SomeException
divZeroException = toException DivideByZero
overflowException = toException Overflow
underflowException = toException Underflow
ratioZeroDenomException = toException RatioZeroDenominator

-- | Exceptions that are a text.
newtype PatternMatchFail = PatternMatchFail [Char]

instance Show PatternMatchFail where
  showsPrec _ (PatternMatchFail message) s = message ++ s

instance Typeable PatternMatchFail where
  typeRep# = TrTyCon (namedTyCon 5##) []

instance Exception PatternMatchFail

newtype AssertionFailed = AssertionFailed [Char]

instance Show AssertionFailed where
  showsPrec _ (AssertionFailed message) s = message ++ s

instance Typeable AssertionFailed where
  typeRep# = TrTyCon (namedTyCon 6##) []

instance Exception AssertionFailed

newtype RecSelError = RecSelError [Char]

instance Show RecSelError where
  showsPrec _ (RecSelError message) s = message ++ s

instance Typeable RecSelError where
  typeRep# = TrTyCon (namedTyCon 7##) []

instance Exception RecSelError

data ArrayException = IndexOutOfBounds [Char] | UndefinedElement [Char]

instance Show ArrayException where
  showsPrec _ (IndexOutOfBounds "") s = "array index out of range" ++ s
  showsPrec _ (IndexOutOfBounds m) s = "array index out of range: " ++ (m ++ s)
  showsPrec _ (UndefinedElement "") s = "undefined array element" ++ s
  showsPrec _ (UndefinedElement m) s = "undefined array element: " ++ (m ++ s)

instance Typeable ArrayException where
  typeRep# = TrTyCon (namedTyCon 8##) []

instance Exception ArrayException

-- | Of what can go wrong outside, only what a program says itself.
data IOException = UserError [Char] | EndOfFile [Char]

type IOError = IOException

instance Eq IOException where
  UserError a == UserError b = a == b
  EndOfFile a == EndOfFile b = a == b
  _ == _ = False

instance Show IOException where
  showsPrec _ (UserError message) s = "user error (" ++ (message ++ (')' : s))
  showsPrec _ (EndOfFile message) s = message ++ (": end of file" ++ s)

instance Typeable IOException where
  typeRep# = TrTyCon (namedTyCon 9##) []

instance Exception IOException

userError :: [Char] -> IOException
userError message = UserError message

ioError, ioException :: IOException -> IO a
ioError e = throwIO e
ioException e = throwIO e

isUserError, isEOFError :: IOException -> Bool
isUserError (UserError _) = True
isUserError _ = False
isEOFError (EndOfFile _) = True
isEOFError _ = False

ioeGetErrorString :: IOException -> [Char]
ioeGetErrorString (UserError message) = message
ioeGetErrorString (EndOfFile _) = "end of file"

failIO :: [Char] -> IO a
failIO message = ioError (userError message)

instance MonadFail IO where
  fail message = failIO message

instance Alternative IO where
  empty = failIO "mzero"
  m <|> n = catch m (\(_ :: IOException) -> n)

instance MonadPlus IO

data ExitCode = ExitSuccess | ExitFailure Int

instance Eq ExitCode where
  ExitSuccess == ExitSuccess = True
  ExitFailure n == ExitFailure m = n == m
  _ == _ = False

instance Show ExitCode where
  showsPrec _ ExitSuccess = \s -> "ExitSuccess" ++ s
  showsPrec p (ExitFailure n) = showApplied p "ExitFailure " n

instance Typeable ExitCode where
  typeRep# = TrTyCon (namedTyCon 10##) []

instance Exception ExitCode

-- | Whether an exception is how an action ends because of the world or because it asks for it, and no fault
-- of the program.
isOutcome :: SomeException -> Bool
isOutcome e = case fromException e of
  Just io -> case io of { UserError _ -> True; EndOfFile _ -> True }
  Nothing -> case fromException e of
    Just code -> case code of { ExitSuccess -> True; ExitFailure _ -> True }
    Nothing -> False

exitWith :: ExitCode -> IO a
exitWith code = throwIO code

exitFailure, exitSuccess :: IO a
exitFailure = exitWith (ExitFailure 1)
exitSuccess = exitWith ExitSuccess

die :: [Char] -> IO a
die message = writeError (message ++ "\n") >> exitFailure
