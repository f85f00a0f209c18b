{-# LANGUAGE FlexibleContexts #-}
-- | Monads, references and exceptions, ours and GHC's.
module Monads (checks) where

import qualified Base.Exception as B
import qualified Base.Function as B
import qualified Base.IO as BIO
import qualified Base.Monad as B
import qualified Base.Monoid as B
import qualified Base.Mtl as B
import qualified Base.Num as BN
import qualified Base.Reader as B hiding (ask, asks, local, reader)
import qualified Base.Ref as B
import qualified Base.StateLazy as BL
import qualified Base.StateStrict as BS
import qualified Base.Trans as B
import qualified Base.WriterLazy as BW
import qualified Control.Exception as R
import qualified Control.Monad.Except as R
import qualified Control.Monad.Reader as R
import qualified Control.Monad.ST as R
import qualified Control.Monad.State as RL
import qualified Control.Monad.State.Strict as RS
import qualified Control.Monad.Writer as RW
import qualified Data.IORef as R
import qualified Data.Monoid as R
import qualified Data.STRef as R
import System.IO.Unsafe (unsafePerformIO)
import Same

checks :: [Same]
checks =
  [ same "State" (BL.runState ours 3) (RL.runState theirs 3)
  , same "strict State" (BS.runState ours 3) (RS.runState theirs 3)
  , same "lazy State" (take 3 (BL.evalState endlessO 0)) (take 3 (RL.evalState endlessR 0))
  , same "State of undefined" (BL.evalState (undefined B.>> B.return 'x') ()) (RL.evalState (undefined >> return 'x') ())
  , same "strict State of undefined" (BS.evalState (undefined B.>> B.return 'x') ()) (RS.evalState (undefined >> return 'x') ())
  , same "Writer" (BW.runWriter (B.tell "a" B.>> (B.tell "b" B.>> B.return 'r'))) (RW.runWriter (RW.tell "a" >> RW.tell "b" >> return 'r'))
  , same "Reader" (B.runReader (B.local (+ 1) (B.asks (* 2))) (20 :: Int)) (R.runReader (R.local (+ 1) (R.asks (* 2))) (20 :: Int))
  , same "StateT over Either" (BL.runStateT failing 'q') (RL.runStateT failingR 'q')
  , same "ExceptT over State" (BL.runState (B.runExceptT recovering) 1) (RL.runState (R.runExceptT recoveringR) 1)
  , same "Sum" (B.getSum (B.mconcat (map B.Sum [1 .. 10 :: Int]))) (R.getSum (mconcat (map R.Sum [1 .. 10])))
  , same "Last" (B.getLast (B.mconcat [B.Last (B.Just 'a'), B.Last B.Nothing])) (R.getLast (mconcat [R.Last (Just 'a'), R.Last Nothing]))
  , same "Endo" (B.appEndo (B.mconcat [B.Endo (+ 1), B.Endo (* 2)]) (5 :: Int)) (R.appEndo (mconcat [R.Endo (+ 1), R.Endo (* 2)]) 5)
  , same "stimes" (B.stimes (3 :: Int) "ab") "ababab"
  , same "ST" (B.runST (B.newSTRef (1 :: Int) B.>>= \r -> B.modifySTRef r (+ 41) B.>> B.readSTRef r)) (R.runST (R.newSTRef 1 >>= \r -> R.modifySTRef r (+ 41) >> R.readSTRef r) :: Int)
  , same "IORef" (performed (B.newIORef 'a' B.>>= \r -> B.writeIORef r 'b' B.>> B.readIORef r)) (performed (R.newIORef 'a' >>= \r -> R.writeIORef r 'b' >> R.readIORef r))
  , same "throw and catch" (performed (B.catch (B.throwIO (B.ErrorCall "x")) (\(B.ErrorCall m) -> B.return m))) (performed (R.catch (R.throwIO (R.ErrorCall "x")) (\(R.ErrorCall m) -> return m)))
  , same "catch of another" (performed (B.catch (B.catch (B.throwIO B.DivideByZero) (\(B.ErrorCall m) -> B.return m)) (\e -> B.return (B.displayException (e :: B.SomeException))))) "divide by zero"
  , same "try" (performed (B.try (B.evaluate (B.throw B.Overflow :: Int)) B.>>= \r -> B.return (B.either (\e -> B.displayException (e :: B.ArithException)) show r))) "arithmetic overflow"
  , same "finally" (performed (B.newIORef 'a' B.>>= \r -> B.finally (B.return ()) (B.writeIORef r 'z') B.>> B.readIORef r)) 'z'
  , same "bracket" (performed (B.newIORef "" B.>>= \r -> B.bracket (B.modifyIORef r ('b' :)) (\_ -> B.modifyIORef r ('a' :)) (\_ -> B.modifyIORef r ('m' :)) B.>> B.readIORef r)) "amb"
  , same "evaluate" (performed (B.evaluate (undefined :: Int) B.>> B.return 'x')) (performed (R.evaluate (undefined :: Int) >> return 'x'))
  , same "return undefined" (performed (B.return (undefined :: Int) B.>> B.return 'x')) 'x'
  , same "fail" (performed (B.catch (B.fail "no") (\e -> B.return (B.ioeGetErrorString e)))) "no"
  , same "readLn parse" (performed (BIO.readIO "41" B.>>= \n -> B.return (n + 1 :: Int))) 42
  ]
  where
    performed = unsafePerformIO
    ours :: B.MonadState Int m => m Int
    ours = B.get B.>>= \n -> B.put (n + 1) B.>> (B.modify (* 2) B.>> B.gets (+ n))
    theirs :: RL.MonadState Int m => m Int
    theirs = RL.get >>= \n -> RL.put (n + 1) >> RL.modify (* 2) >> RL.gets (+ n)
    endlessO = BL.get B.>>= \n -> BL.put (n + 1 :: Int) B.>> fmap' (n :) endlessO
    fmap' f m = m B.>>= \x -> B.return (f x)
    endlessR = RL.get >>= \n -> RL.put (n + 1 :: Int) >> fmap (n :) endlessR
    failing :: BL.StateT Char (B.Either Int) Bool
    failing = B.put 'p' B.>> B.throwError 7
    failingR :: RL.StateT Char (Either Int) Bool
    failingR = RL.put 'p' >> R.throwError 7
    recovering :: B.ExceptT String (BL.State Int) Int
    recovering = B.catchError (B.put 5 B.>> B.throwError "e") (\_ -> B.get)
    recoveringR :: R.ExceptT String (RL.State Int) Int
    recoveringR = R.catchError (RL.put 5 >> R.throwError "e") (const RL.get)
