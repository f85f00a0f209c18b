-- | Prints what modules of GHC's libraries define, as far as whoever links against them must know:
--
-- > value MODULE NAME CLASS...          the dictionaries it takes, in order
-- > class MODULE NAME SELECTOR...       superclasses and methods, in order
-- > type MODULE NAME CONSTRUCTOR/FIELDS...
-- > instance MODULE DICTIONARY MODULE TYPE    the last type that it is an instance for
--
-- Usage: signatures LIBDIR MODULE...
module Main (main) where

import Control.Exception (SomeException, try)
import Control.Monad (forM_)
import Control.Monad.IO.Class (liftIO)
import Data.IORef (readIORef)
import Data.Maybe (listToMaybe)
import System.Environment (getArgs)

import GHC
import GHC.Driver.Monad (getSession, reflectGhc, reifyGhc)
import GHC.Core.Class (classAllSelIds)
import GHC.Core.DataCon
import GHC.Core.InstEnv (instEnvElts, is_tys)
import GHC.Core.TyCo.Rep (Type (..))
import GHC.Core.TyCon
import GHC.Core.Type (splitTyConApp_maybe, tcView)
import GHC.Driver.Session
import GHC.Driver.Types (ExternalPackageState (..), hsc_EPS)
import GHC.Types.Name
import GHC.Types.Var
import GHC.Unit.Module (mkModule)
import GHC.Unit.Types (baseUnit)

main :: IO ()
main = do
  libdir : modules <- getArgs
  runGhc (Just libdir) $ do
    flags <- getSessionDynFlags
    (known, _, _) <- parseDynamicFlags flags (map noLoc ["-package=ghc-prim", "-package=containers", "-package=mtl", "-package=transformers", "-package=array"])
    _ <- setSessionDynFlags known
    forM_ modules $ \name -> do
      -- a module that is not found is one that a package keeps to itself
      shown <- reifyGhc (try . reflectGhc (lookupModule (mkModuleName name) Nothing))
      let hidden problem = const (mkModule baseUnit (mkModuleName name)) (problem :: SomeException)
          found = either hidden id shown
      info <- getModuleInfo found
      let here thing = nameModule_maybe (getName thing) == Just found
      case info of
        Nothing -> pure ()
        Just i -> forM_ (filter here (modInfoExports i)) $ \exported ->
          lookupName exported >>= liftIO . mapM_ (printThing name)
    -- the instances of every module that was looked at
    session <- getSession
    packages <- liftIO (readIORef (hsc_EPS session))
    forM_ (instEnvElts (eps_inst_env packages)) $ \found ->
      case nameModule_maybe (getName (instanceDFunId found)) of
        Just m | moduleNameString (moduleName m) `elem` modules ->
          liftIO (printInstance (moduleNameString (moduleName m)) found)
        _ -> pure ()

printThing :: String -> TyThing -> IO ()
printThing m thing = case thing of
  AnId v -> printValue m v
  ATyCon c
    | Just k <- tyConClass_maybe c -> line "class" m c (map getOccString (classAllSelIds k))
    | isAlgTyCon c && not (isNewTyCon c) -> line "type" m c (map con (tyConDataCons c))
    | otherwise -> pure ()
  _ -> pure ()
  where
    con c = getOccString c ++ "/" ++ show (length (dataConOrigArgTys c))

printInstance :: String -> ClsInst -> IO ()
printInstance m found = do
  printValue m dictionary
  case splitTyConApp_maybe =<< listToMaybe (reverse (is_tys found)) of
    Just (c, _) | Just home <- nameModule_maybe (getName c) ->
      line "instance" m dictionary [moduleNameString (moduleName home), getOccString c]
    _ -> pure ()
  where
    dictionary = instanceDFunId found

printValue :: String -> Id -> IO ()
printValue m v = line "value" m v (dictionaries (varType v))

line :: NamedThing a => String -> String -> a -> [String] -> IO ()
line kind m thing rest = putStrLn (unwords (kind : m : getOccString thing : rest))

-- | The classes of the dictionaries that a value of this type takes before anything else.
dictionaries :: Type -> [String]
dictionaries t = case maybe t id (tcView t) of
  ForAllTy _ u -> dictionaries u
  FunTy InvisArg _ c u -> maybe "?" (getOccString . fst) (splitTyConApp_maybe c) : dictionaries u
  _ -> []
