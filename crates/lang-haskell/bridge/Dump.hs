{-# LANGUAGE LambdaCase #-}
-- | Dumps the desugared Core of modules as JSON, one object per line.
--
-- Usage: dump LIBDIR [-iFOLDER] [-XExtension] FILE...
--
-- Each line is one module: the modules that the files import come first. If a module does not
-- compile, the only line is @{"errors": [...]}@ and the exit status is 1. The format is described
-- in @dump.rs@, which reads it.
module Main (main) where

import Control.Monad (forM_, unless)
import Control.Monad.IO.Class (liftIO)
import Control.Monad.Trans.State.Strict (State, get, put, runState)
import qualified Data.ByteString as Bytes
import Data.IORef (IORef, modifyIORef, newIORef, readIORef)
import Data.List (isPrefixOf, partition)
import Data.Ratio (denominator, numerator)
import Numeric (showHex)
import System.Environment (getArgs)
import System.Exit (exitFailure)
import System.IO (hPutStrLn, hSetEncoding, stderr, stdout, utf8)

import GHC
import GHC.Core
import GHC.Core.Class (classAllSelIds, classTyCon, classTyVars)
import GHC.Core.DataCon
import GHC.Core.InstEnv (is_cls, is_tys)
import GHC.Core.TyCo.Rep (TyLit (..), Type (..), scaledThing)
import GHC.Core.TyCon
import GHC.Core.Coercion (coercionRKind)
import GHC.Data.FastString (unpackFS)
import GHC.Driver.Session
import GHC.Driver.Types
  ( IsBootInterface (..), ModGuts (..), SourceError, isBootSummary, srcErrorMessages )
import GHC.Types.Id.Info (IdDetails (..))
import GHC.Types.Literal
import GHC.Types.Name
import GHC.Types.Unique (getKey)
import GHC.Types.Var
import GHC.Types.Var.Env (VarEnv, extendVarEnv, lookupVarEnv, mkVarEnv)
import GHC.Utils.Error (errMsgSpan, pprLocErrMsg)
import GHC.Data.Bag (bagToList)
import GHC.Utils.Outputable (showSDoc)

-- JSON ------------------------------------------------------------------------------------------

-- | A JSON value, written as it will be printed.
type Json = ShowS

str :: String -> Json
str s = showChar '"' . foldr (.) id (map char s) . showChar '"'
  where
    char '"' = showString "\\\""
    char '\\' = showString "\\\\"
    char '\n' = showString "\\n"
    char c
      | c < ' ' || c > '~' = unicode (fromEnum c)
      | otherwise = showChar c
    unicode n
      | n >= 0x10000 =
          let m = n - 0x10000
           in unit (0xD800 + m `div` 0x400) . unit (0xDC00 + m `mod` 0x400)
      | otherwise = unit n
    unit n = showString "\\u" . showString (pad (showHex n ""))
    pad h = replicate (4 - length h) '0' ++ h

int :: Integral a => a -> Json
int n = shows (toInteger n)

bool :: Bool -> Json
bool b = showString (if b then "true" else "false")

list :: [Json] -> Json
list xs = showChar '[' . commas xs . showChar ']'

obj :: [(String, Json)] -> Json
obj fields = showChar '{' . commas [str k . showChar ':' . v | (k, v) <- fields] . showChar '}'

commas :: [Json] -> Json
commas [] = id
commas (x : xs) = x . foldr (\y r -> showChar ',' . y . r) id xs

tag :: String -> [Json] -> Json
tag t xs = list (str t : xs)

-- Names -----------------------------------------------------------------------------------------

-- | @[module, name]@ for what other modules can see, @[unique, name]@ for the rest.
name :: NamedThing a => a -> Json
name thing = case nameModule_maybe n of
  Just m | isExternalName n -> list [str (moduleNameString (moduleName m)), occ]
  _ -> list [str (show (getKey (nameUnique n))), occ]
  where
    n = getName thing
    occ = str (getOccString n)

place :: SrcSpan -> Json
place (RealSrcSpan s _) = realPlace s
place _ = showString "null"

realPlace :: RealSrcSpan -> Json
realPlace s =
  list
    [ str (unpackFS (srcSpanFile s))
    , int (srcSpanStartLine s)
    , int (srcSpanStartCol s)
    , int (srcSpanEndLine s)
    , int (srcSpanEndCol s)
    ]

-- Types -----------------------------------------------------------------------------------------

ty :: Type -> Json
ty = \case
  TyVarTy v -> tag "v" [name v]
  AppTy f x -> tag "a" [ty f, ty x]
  TyConApp c args -> tag "c" (name c : map ty args)
  ForAllTy (Bndr v _) t -> tag "A" [name v, ty t]
  FunTy InvisArg _ a b -> tag "q" [ty a, ty b]
  FunTy VisArg _ a b -> tag "f" [ty a, ty b]
  LitTy (NumTyLit n) -> tag "n" [int n]
  LitTy (StrTyLit s) -> tag "s" [str (unpackFS s)]
  CastTy t _ -> ty t
  CoercionTy _ -> tag "o" []

tyCon :: TyCon -> [Json]
tyCon c
  | Just rhs <- synTyConRhs_maybe c =
      [base "synonym" [("rhs", ty rhs)]]
  | Just _ <- tyConClass_maybe c = []
  | isAlgTyCon c || isDataTyCon c || isNewTyCon c =
      [base (if isNewTyCon c then "newtype" else "data") [("ctors", list (map dataCon (tyConDataCons c)))]]
  | otherwise = []
  where
    base kind more =
      obj
        ( [("name", name c), ("kind", str kind), ("params", list (map name (tyConTyVars c)))]
            ++ more
            ++ [("span", place (getSrcSpan c))]
        )

dataCon :: DataCon -> Json
dataCon c =
  obj
    [ ("name", name c)
    , ("worker", name (dataConWorkId c))
    , ("wrapper", maybe (showString "null") name (dataConWrapId_maybe c))
    , ("univ", list (map name (dataConUnivTyVars c)))
    , ("exist", list (map name (dataConExTyCoVars c)))
    , ("eqs", list [list [name v, ty t] | (v, t) <- map eqSpecPair (dataConEqSpec c)])
    , ("theta", list (map ty (dataConOtherTheta c)))
    , ("fields", list (map (ty . scaledThing) (dataConOrigArgTys c)))
    , ("labels", list [str (unpackFS (flLabel l)) | l <- dataConFieldLabels c])
    , ("strict", list (map (bool . isBanged') (dataConImplBangs c)))
    , ("infix", bool (dataConIsInfix c))
    ]
  where
    isBanged' = \case HsLazy -> False; _ -> True

cls :: Class -> Json
cls c =
  obj
    [ ("name", name c)
    , ("params", list (map name (classTyVars c)))
    , ("supers", list (map ty (classSCTheta c)))
    , ("methods", list [list [name m, ty (varType m)] | m <- classMethods c])
    , -- superclasses first, then methods
      ("selectors", list (map name (classAllSelIds c)))
    , ("ctor", name (tyConSingleDataCon (classTyCon c)))
    ]

inst :: ClsInst -> Json
inst i =
  obj
    [ ("class", name (is_cls i))
    , ("dfun", name (instanceDFunId i))
    , ("types", list (map ty (is_tys i)))
    ]

-- Expressions -----------------------------------------------------------------------------------

-- | Expressions become a table of nodes, each after those it refers to by number, so that whoever
-- reads them needs no stack. Binders are numbered, because GHC's uniques repeat.
type Dump = State Table

data Table = Table {nodes :: [Json], nodeCount :: !Int, binderCount :: !Int}

-- | What a variable is referred to by.
type Scope = VarEnv Json

node :: String -> [Json] -> Dump Json
node kind parts = do
  table <- get
  let number = nodeCount table
  put table {nodes = tag kind parts : nodes table, nodeCount = number + 1}
  pure (int number)

-- | A number and a name for a variable, and the scope that knows it.
bindOne :: Scope -> Var -> Dump (Scope, Json)
bindOne scope v = do
  table <- get
  let number = binderCount table
  put table {binderCount = number + 1}
  pure (extendVarEnv scope v (tag "v" [int number]), list [int number, str (getOccString v)])

bindAll :: Scope -> [Var] -> Dump (Scope, [Json])
bindAll scope [] = pure (scope, [])
bindAll scope (v : vs) = do
  (scope1, one) <- bindOne scope v
  (scope2, more) <- bindAll scope1 vs
  pure (scope2, one : more)

expr :: Scope -> CoreExpr -> Dump Json
expr scope = \case
  Var v -> variable scope v
  Lit l -> node "l" (literal l)
  App f x -> application scope f [x]
  Lam v b -> lambda scope [v] b
  Let (NonRec v e) b -> do
    value <- expr scope e
    (inner, bound) <- bindOne scope v
    body <- expr inner b
    node "let" [bool False, list [list [bound, value]], body]
  Let (Rec pairs) b -> do
    (inner, bound) <- bindAll scope (map fst pairs)
    values <- mapM (expr inner . snd) pairs
    body <- expr inner b
    node "let" [bool True, list [list [v, e] | (v, e) <- zip bound values], body]
  Case e v _ alts -> do
    value <- expr scope e
    (inner, bound) <- bindOne scope v
    alternatives <- mapM (alternative inner) alts
    node "case" [value, bound, list alternatives]
  Cast e co -> do
    value <- expr scope e
    node "cast" [value, ty (coercionRKind co)]
  Tick (SourceNote s _) e -> do
    value <- expr scope e
    node "at" [realPlace s, value]
  Tick _ e -> expr scope e
  Type t -> node "t" [ty t]
  Coercion _ -> node "o" []

application :: Scope -> CoreExpr -> [CoreExpr] -> Dump Json
application scope f args = case f of
  App g x -> application scope g (x : args)
  _ -> do
    callee <- expr scope f
    values <- mapM (expr scope) (filter (not . isCoercion) args)
    node "app" (callee : values)
  where
    isCoercion = \case Coercion _ -> True; _ -> False

-- | Parameters that are types are kept apart from those that are values.
lambda :: Scope -> [Var] -> CoreExpr -> Dump Json
lambda scope vs = \case
  Lam v b -> lambda scope (v : vs) b
  Tick (SourceNote _ _) b@(Lam _ _) -> lambda scope vs b
  b -> do
    (inner, bound) <- binders scope [v | v <- reverse vs, not (isCoVar v)]
    body <- expr inner b
    node "lam" [list bound, body]
  where
    binders s [] = pure (s, [])
    binders s (v : more)
      | isTyVar v = fmap (tag "T" [name v] :) <$> binders s more
      | otherwise = do
          (s1, one) <- bindOne s v
          fmap (one :) <$> binders s1 more

variable :: Scope -> Var -> Dump Json
variable scope v = case idDetails v of
  DataConWorkId c -> node "con" [name c]
  DataConWrapId c -> node "wrap" [name c]
  ClassOpId c -> node "sel" [name c, name v]
  PrimOpId _ -> node "prim" [str (getOccString v)]
  FCallId _ -> node "fcall" [str (getOccString v)]
  _ -> node "var" [maybe (name v) id (lookupVarEnv scope v)]

alternative :: Scope -> CoreAlt -> Dump Json
alternative scope (con, vs, e) = do
  (inner, bound) <- bindAll scope (filter isField vs)
  body <- expr inner e
  pure (list [pattern con, list bound, body])
  where
    isField v = isId v && not (isCoVar v)
    pattern = \case
      DataAlt c -> tag "con" [name c]
      LitAlt l -> tag "l" (literal l)
      DEFAULT -> tag "_" []

literal :: Literal -> [Json]
literal = \case
  LitChar c -> [str "char", int (fromEnum c)]
  LitNumber kind n -> [str (numberKind kind), str (show n)]
  LitString b -> [str "string", list (map int (Bytes.unpack b))]
  LitFloat r -> [str "float", ratio r]
  LitDouble r -> [str "double", ratio r]
  LitNullAddr -> [str "null"]
  LitRubbish -> [str "rubbish"]
  LitLabel f _ _ -> [str "label", str (unpackFS f)]
  where
    ratio r = str (show (numerator r) ++ "/" ++ show (denominator r))
    numberKind = \case
      LitNumInteger -> "integer"
      LitNumNatural -> "natural"
      LitNumInt -> "int"
      LitNumInt64 -> "int"
      LitNumWord -> "word"
      LitNumWord64 -> "word"

-- Bindings --------------------------------------------------------------------------------------

-- | A definition at the top: name, node, type, place, whether others see it.
define :: Scope -> (Id, CoreExpr) -> Dump Json
define scope (v, e) = do
  value <- expr scope e
  pure (list [topName scope v, value, ty (varType v), place (getSrcSpan v), bool (isExportedId v)])

topName :: Scope -> Id -> Json
topName scope v = maybe (name v) id (lookupVarEnv scope v)

-- | Names for definitions at the top that GHC keeps to the module, such as methods of instances:
-- they get a number, because several may be called alike.
topScope :: ModuleName -> [Id] -> Scope
topScope m ids = mkVarEnv (zipWith named [0 :: Int ..] (filter (not . isExternalName . getName) ids))
  where
    named k v = (v, list [str (moduleNameString m), str (getOccString v ++ "~" ++ show k)])

-- Modules ---------------------------------------------------------------------------------------

dumpModule :: ModSummary -> ModGuts -> Json
dumpModule summary guts =
  obj
    [ ("module", str (moduleNameString (ms_mod_name summary)))
    , ("file", maybe (showString "null") str (ml_hs_file (ms_location summary)))
    , ("types", list (concatMap tyCon (mg_tcs guts)))
    , ("classes", list [cls c | t <- mg_tcs guts, Just c <- [tyConClass_maybe t]])
    , ("instances", list (map inst (mg_insts guts)))
    , ("nodes", list (reverse (nodes table)))
    , ("binds", list defined)
    ]
  where
    pairs = filter (not . isNoise . fst) (flattenBinds (mg_binds guts))
    scope = topScope (ms_mod_name summary) (map fst pairs)
    (defined, table) = runState (mapM (define scope) pairs) (Table [] 0 0)
    -- run-time representations of types
    isNoise v = any (`isPrefixOf` getOccString v) ["$tc", "$trModule", "$krep"]

main :: IO ()
main = do
  mapM_ (`hSetEncoding` utf8) [stdout, stderr]
  libdir : args <- getArgs
  let (options, files) = partition ("-" `isPrefixOf`) args
  found <- newIORef []
  runGhc (Just libdir) $ do
    flags0 <- getSessionDynFlags
    (flags1, _, _) <- parseDynamicFlags flags0 (map noLoc options)
    let flags =
          (flags1 `gopt_unset` Opt_WriteInterface)
            { hscTarget = HscInterpreted
            , ghcLink = LinkInMemory
            , debugLevel = 1
            , log_action = remember found
            }
    _ <- setSessionDynFlags flags
    handleSourceError (\e -> liftIO (sourceErrors flags found e)) $ do
      targets <- mapM (`guessTarget` Nothing) files
      setTargets targets
      loaded <- load LoadAllTargets
      unless (succeeded loaded) (liftIO (stop found))
      graph <- getModuleGraph
      forM_ (ordered graph) $ \summary -> do
        parsed <- parseModule summary
        checked <- typecheckModule parsed
        core <- desugarModule checked
        liftIO (putStrLn (dumpModule summary (coreModule core) ""))

-- | Imported modules first; boot files say nothing.
ordered :: ModuleGraph -> [ModSummary]
ordered graph =
  [s | component <- topSortModuleGraph True graph Nothing, s <- flattenSCC' component, not (isBoot s)]
  where
    flattenSCC' = foldr (:) []
    isBoot s = isBootSummary s == IsBoot

-- Errors ----------------------------------------------------------------------------------------

type Found = IORef [Json]

remember :: Found -> LogAction
remember found flags _ severity spot message = case severity of
  SevError -> add
  SevFatal -> add
  _ -> pure ()
  where
    add = modifyIORef found (problem spot (showSDoc flags message) :)

problem :: SrcSpan -> String -> Json
problem spot text = obj [("span", place spot), ("message", str text)]

sourceErrors :: DynFlags -> Found -> SourceError -> IO ()
sourceErrors flags found e = do
  forM_ (bagToList (srcErrorMessages e)) $ \m ->
    modifyIORef found (problem (errMsgSpan m) (showSDoc flags (pprLocErrMsg m)) :)
  stop found

stop :: Found -> IO ()
stop found = do
  problems <- readIORef found
  putStrLn (obj [("errors", list (reverse problems))] "")
  hPutStrLn stderr "the module does not compile"
  exitFailure
