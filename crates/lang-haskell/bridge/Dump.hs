{-# LANGUAGE LambdaCase #-}
{-# LANGUAGE RankNTypes #-}
{-# LANGUAGE ScopedTypeVariables #-}
-- | Dumps the desugared Core of modules as JSON, one object per line.
--
-- Usage: dump LIBDIR [--native] [-iFOLDER] [-XExtension] FILE...
--
-- The first line says what the dump is made of. Each further line is one module: the modules that
-- the files import come first. If a module does not compile, the only line is
-- @{"errors": [...]}@ and the exit status is 1. The format is described in @decode.rs@, which reads
-- it.
--
-- Compiling a module can run code: splices, quasi quotes, annotations, plugins and the programs that
-- options name. Unless @--native@ is given, a module with any of these is refused, with the line
-- @{"refused": [...]}@, before GHC acts on it. Options are read by GHC itself, and looked at in each
-- phase before it starts.
module Main (main) where

import Control.Exception (Exception, handle, throwIO)
import Control.Monad (forM_, unless)
import Control.Monad.IO.Class (liftIO)
import Control.Monad.Trans.State.Strict (State, get, put, runState)
import qualified Data.ByteString as Bytes
import Data.Char (isDigit)
import Data.Data (Data, cast, gmapT)
import Data.IORef (IORef, modifyIORef, newIORef, readIORef)
import Data.List (isPrefixOf, nub, partition, stripPrefix)
import Data.Maybe (fromMaybe)
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
import GHC.Data.FastString (mkFastString, unpackFS)
import GHC.Driver.Hooks (Hooks (..))
import GHC.Driver.Phases (Phase (..))
import GHC.Driver.Pipeline (runPhase)
import GHC.Driver.Pipeline.Monad (CompPipeline, PhasePlus (..), setDynFlags)
import GHC.Driver.Session
import GHC.Driver.Types
  ( IsBootInterface (..), ModGuts (..), SourceError, isBootSummary, msHsFilePath, srcErrorMessages )
import GHC.Hs
import qualified GHC.LanguageExtensions as Ext
import GHC.Parser.Header (getOptionsFromFile)
import GHC.Types.Avail (availsToNameSet)
import GHC.Types.Id.Info (IdDetails (..))
import GHC.Types.Literal
import GHC.Types.Name
import GHC.Types.Basic (neverInlinePragma)
import GHC.Types.Name.Reader (RdrName, rdrNameOcc)
import GHC.Types.Name.Set (NameSet, elemNameSet, nameSetElemsStable)
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

-- | Local variables have types in modules with annotations, which may be about them.
data Table = Table {nodes :: [Json], nodeCount :: !Int, binderCount :: !Int, typed :: !Bool}

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
  let about = [int number, str (getOccString v)] ++ [ty (varType v) | typed table]
  pure (extendVarEnv scope v (tag "v" [int number]), list about)

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
define :: NameSet -> Scope -> (Id, CoreExpr) -> Dump Json
define exports scope (v, e) = do
  value <- expr scope e
  let exported = getName v `elemNameSet` exports
  pure (list [topName scope v, value, ty (varType v), place (getSrcSpan v), bool exported])

topName :: Scope -> Id -> Json
topName scope v = maybe (name v) id (lookupVarEnv scope v)

-- | Names for definitions at the top that GHC keeps to the module, such as methods of instances:
-- they get a number, because several may be called alike.
topScope :: ModuleName -> [Id] -> Scope
topScope m ids = mkVarEnv (zipWith named [0 :: Int ..] (filter (not . isExternalName . getName) ids))
  where
    named k v = (v, list [str (moduleNameString m), str (getOccString v ++ "~" ++ show k)])

-- Modules ---------------------------------------------------------------------------------------

dumpModule :: Bool -> ModSummary -> ModGuts -> Json
dumpModule annotated summary guts =
  obj
    [ ("module", str (moduleNameString (ms_mod_name summary)))
    , ("file", maybe (showString "null") str (ml_hs_file (ms_location summary)))
    , ("exports", list (map name (nameSetElemsStable exports)))
    , ("types", list (concatMap tyCon (mg_tcs guts)))
    , ("classes", list [cls c | t <- mg_tcs guts, Just c <- [tyConClass_maybe t]])
    , ("instances", list (map inst (mg_insts guts)))
    , ("nodes", list (reverse (nodes table)))
    , ("binds", list defined)
    ]
  where
    pairs = filter (not . isNoise . fst) (flattenBinds (mg_binds guts))
    scope = topScope (ms_mod_name summary) (map fst pairs)
    exports = availsToNameSet (mg_exports guts)
    (defined, table) = runState (mapM (define exports scope) pairs) (Table [] 0 0 annotated)
    -- run-time representations of types
    isNoise v = any (`isPrefixOf` getOccString v) ["$tc", "$trModule", "$krep"]

-- | What the dump is made of: whether files and imports say all of it, which they do not where the
-- preprocessor or code of the program has a hand in it.
about :: Bool -> [ModSummary] -> Json
about native summaries =
  obj
    [ ("complete", bool (not (native || any (xopt Ext.Cpp . ms_hspp_opts) summaries)))
    , ("files", list (map (str . msHsFilePath) summaries))
    , ("imports", list (map str (nub (concatMap imported summaries))))
    ]
  where
    imported summary = [moduleNameString (unLoc m) | (_, m) <- ms_textual_imps summary]

main :: IO ()
main = do
  mapM_ (`hSetEncoding` utf8) [stdout, stderr]
  libdir : args <- getArgs
  let (options, files) = partition ("-" `isPrefixOf`) (filter (/= "--native") args)
      native = "--native" `elem` args
  found <- newIORef []
  handle (\(Refused problems) -> tell "refused" problems) . runGhc (Just libdir) $ do
    flags0 <- getSessionDynFlags
    -- No environment file of the folder that we are in is looked for.
    let alone = flags0 {packageEnv = Just "-"}
    (flags1, _, _) <- parseDynamicFlags alone (map noLoc options)
    let flags =
          (flags1 `gopt_unset` Opt_WriteInterface)
            { hscTarget = if native then HscInterpreted else HscNothing
            , ghcLink = if native then LinkInMemory else NoLink
            , debugLevel = 1
            , log_action = remember found
            , hooks = (hooks flags1) {runPhaseHook = Just (guarded native)}
            }
    _ <- setSessionDynFlags flags
    handleSourceError (\e -> liftIO (sourceErrors flags found e)) $ do
      targets <- mapM (`guessTarget` Nothing) files
      setTargets targets
      summaries <- mgModSummaries <$> depanal [] False
      unless native (mapM_ refuseCode summaries)
      loaded <- load LoadAllTargets
      unless (succeeded loaded) (liftIO (stop found))
      graph <- getModuleGraph
      liftIO (putStrLn (obj [("about", about native (mgModSummaries graph))] ""))
      forM_ (ordered graph) $ \summary -> do
        text <- liftIO (Bytes.readFile (msHsFilePath summary))
        let named = annotatedNames text
            annotated = opening `Bytes.isInfixOf` text
        parsed <- keeping named <$> parseModule summary
        checked <- typecheckModule parsed
        core <- desugarModule checked
        liftIO (putStrLn (dumpModule annotated summary (coreModule core) ""))

-- Annotated local functions ---------------------------------------------------------------------

-- | What annotations of LiquidHaskell begin with.
opening :: Bytes.ByteString
opening = Bytes.pack (map (fromIntegral . fromEnum) "{-@")

-- | The names that annotations begin with.
annotatedNames :: Bytes.ByteString -> [String]
annotatedNames text = case Bytes.breakSubstring opening text of
  (_, found)
    | Bytes.null found -> []
    | otherwise ->
        let rest = Bytes.drop (Bytes.length opening) found
            start = map (toEnum . fromIntegral) (Bytes.unpack (Bytes.take 200 rest))
         in take 1 (words (map separated start)) ++ annotatedNames rest
  where
    separated c = if c == ':' then ' ' else c

-- | Keeps local functions of these names from being written into the only place that uses them.
keeping :: [String] -> ParsedModule -> ParsedModule
keeping names parsed
  | null names = parsed
  | otherwise = parsed {pm_parsed_source = everywhere (pm_parsed_source parsed)}
  where
    everywhere :: Data a => a -> a
    everywhere = change . gmapT everywhere
    change :: Data a => a -> a
    change = fromMaybe id (cast kept)
    kept :: HsLocalBinds GhcPs -> HsLocalBinds GhcPs
    kept (HsValBinds x (ValBinds y binds sigs)) =
      HsValBinds x (ValBinds y binds (map never (new (bagToList binds)) ++ sigs))
      where
        new :: [LHsBind GhcPs] -> [Located RdrName]
        new bound =
          [ f
          | L _ FunBind {fun_id = f} <- bound
          , occNameString (rdrNameOcc (unLoc f)) `elem` names
          , unLoc f `notElem` [unLoc g | L _ (InlineSig _ g _) <- sigs]
          ]
    kept binds = binds
    never :: Located RdrName -> LSig GhcPs
    never f = noLoc (InlineSig noExtField f neverInlinePragma)

-- | Imported modules first; boot files say nothing.
ordered :: ModuleGraph -> [ModSummary]
ordered graph =
  [s | component <- topSortModuleGraph True graph Nothing, s <- flattenSCC' component, not (isBoot s)]
  where
    flattenSCC' = foldr (:) []
    isBoot s = isBootSummary s == IsBoot

-- Code that would run ---------------------------------------------------------------------------

-- | What is refused, each at its place.
newtype Refused = Refused [Json]

instance Show Refused where
  show _ = "refused"

instance Exception Refused

refuse :: [(SrcSpan, String)] -> IO ()
refuse [] = pure ()
refuse problems = throwIO (Refused [problem spot message | (spot, message) <- problems])

-- | Looks at the options of a file before the phases that may start programs for it. After the
-- preprocessor they may be others than before. LiquidHaskell's own plugin is left out: what it
-- would check is why we are here.
guarded :: Bool -> PhasePlus -> FilePath -> DynFlags -> CompPipeline (PhasePlus, FilePath)
guarded native phase file flags = case phase of
  RealPhase (Cpp _) -> look >> runPhase phase file flags
  RealPhase (HsPp _) -> do
    look
    let without =
          flags
            { pluginModNames = filter (/= liquid) (pluginModNames flags)
            , pluginModNameOpts = filter ((/= liquid) . fst) (pluginModNameOpts flags)
            }
    setDynFlags without
    runPhase phase file without
  _ -> runPhase phase file flags
  where
    liquid = mkModuleName "LiquidHaskell"
    look = unless native . liftIO $ do
      options <- getOptionsFromFile flags file
      refuse [(spot, refusal option) | L spot option <- options, not (isHarmless option)]

refusal :: String -> String
refusal option = case stripPrefix "-X" option of
  Just extension -> "`" ++ extension ++ "` is refused: it runs code while the file is compiled"
  Nothing ->
    "the option `" ++ option ++ "` is refused: it may run programs or write files while the file is compiled"

-- | Options that start no program, load no code and write no file: a list of what is known, so that
-- whatever it leaves out is refused.
isHarmless :: String -> Bool
isHarmless option = case option of
  '-' : 'X' : extension -> extension `notElem` ["TemplateHaskell", "QuasiQuotes"]
  '-' : 'W' : _ -> True
  '-' : 'O' : level -> all isDigit level
  '-' : kind : _ | kind `elem` "DUI" -> True
  '-' : 'f' : name -> isLiquid name || isHarmlessFlag name
  '-' : _ -> option `elem` ["-w", "-cpp", "-threaded", "-rtsopts", "-haddock"]
  _ -> True -- no option at all, as GHC will say
  where
    isLiquid name = name == "plugin=LiquidHaskell" || "plugin-opt=LiquidHaskell:" `isPrefixOf` name

isHarmlessFlag :: String -> Bool
isHarmlessFlag name =
  positive `elem` switches
    || any (`isPrefixOf` positive) ["warn-", "glasgow-exts"]
    || isNumber
  where
    positive = maybe name id (stripPrefix "no-" name)
    switches = filter (`notElem` writing) (map flagSpecName fFlags ++ map flagSpecName fLangFlags)
    writing = ["write-interface", "write-ide-info", "validate-ide-info", "hpc", "external-interpreter"]
    -- such as @-fcontext-stack=50@ and @-fmax-worker-args=10@
    isNumber = case break (\c -> c == '=' || isDigit c) name of
      (word, digits@(_ : _)) ->
        not ("plugin" `isPrefixOf` word) && all isDigit (dropWhile (== '=') digits)
      _ -> False

-- | Refuses what would run when a module is type checked: once more the extensions, now as GHC has
-- understood them, plugins, and annotations, which need no extension.
refuseCode :: GhcMonad m => ModSummary -> m ()
refuseCode summary = do
  let flags = ms_hspp_opts summary
      whole = mkFileSpan (msHsFilePath summary)
      on extension = xopt extension flags
  liftIO . refuse $
    [(whole, refusal "-XTemplateHaskell") | on Ext.TemplateHaskell]
      ++ [(whole, refusal "-XQuasiQuotes") | on Ext.QuasiQuotes]
      ++ [(whole, refusal "-fplugin") | not (null (pluginModNames flags))]
  parsed <- parseModule summary
  let HsModule {hsmodDecls = decls} = unLoc (pm_parsed_source parsed)
  liftIO (refuse [(spot, annotation) | L spot (AnnD _ _) <- decls])
  where
    annotation = "`ANN` is refused: it runs code while the file is compiled"
    mkFileSpan file = srcLocSpan (mkSrcLoc (mkFastString file) 1 1)

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
stop found = readIORef found >>= tell "errors" . reverse

tell :: String -> [Json] -> IO ()
tell kind problems = do
  putStrLn (obj [(kind, list problems)] "")
  hPutStrLn stderr "the module does not compile"
  exitFailure
