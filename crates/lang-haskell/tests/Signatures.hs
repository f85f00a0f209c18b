-- | Prints what modules of GHC's libraries define, as far as whoever links against them must know:
--
-- > value MODULE NAME CLASS...          the dictionaries it takes, in order
-- > class MODULE NAME SELECTOR...       superclasses and methods, in order
-- > type MODULE NAME CONSTRUCTOR/FIELDS...
--
-- Usage: signatures LIBDIR MODULE...
module Main (main) where

import Control.Exception (SomeException, try)
import Control.Monad (forM_)
import Control.Monad.IO.Class (liftIO)
import Data.IORef (readIORef)
import System.Environment (getArgs)

import GHC
import GHC.Driver.Monad (getSession, reflectGhc, reifyGhc)
import GHC.Core.Class (classAllSelIds)
import GHC.Core.DataCon
import GHC.Core.InstEnv (instEnvElts)
import GHC.Core.TyCo.Rep (Type (..))
import GHC.Core.TyCon
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
    forM_ (map instanceDFunId (instEnvElts (eps_inst_env packages))) $ \dictionary ->
      case nameModule_maybe (getName dictionary) of
        Just m | moduleNameString (moduleName m) `elem` modules ->
          liftIO (printValue (moduleNameString (moduleName m)) dictionary)
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

printValue :: String -> Id -> IO ()
printValue m v = line "value" m v (dictionaries (varType v))

line :: NamedThing a => String -> String -> a -> [String] -> IO ()
line kind m thing rest = putStrLn (unwords (kind : m : getOccString thing : rest))

-- | The classes of the dictionaries that a value of this type takes before anything else.
dictionaries :: Type -> [String]
dictionaries t = case t of
  ForAllTy _ u -> dictionaries u
  FunTy InvisArg _ (TyConApp c _) u -> getOccString c : dictionaries u
  FunTy InvisArg _ _ u -> "?" : dictionaries u
  _ -> []
