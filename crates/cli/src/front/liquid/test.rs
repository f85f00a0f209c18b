//! Tests of counterexamples, in Haskell.
//!
//! A test calls the function on the arguments of the counterexample. It fails if the result is not
//! what the type promises, or if the call itself fails. A call that only breaks the type of some
//! callee cannot be seen from outside, and gets no test.

use std::fmt::Write;

use anyhow::{Result, anyhow, bail};
use lang_haskell::Instance;
use lang_haskell::core::Module;
use lang_haskell::liquid::emit::Emitter;
use lang_haskell::liquid::logic::Signature;
use lang_haskell::value::string_literal;
use ml_test::shell_word;

use super::Liquid;
use super::confirm::Incident;
use crate::front::{Framework, KeptTest};
use crate::untrusted;

/// The first line of every test that we write, by which we know them.
const MARK: &str = "-- A counterexample, kept as a test by tracehound";

/// Whether a text is that of a test which we wrote.
pub(crate) fn is_generated(text: &str) -> bool {
    text.starts_with(MARK)
}

/// A test with the module that it needs.
pub(super) struct HaskellTest {
    text: String,
    framework: Framework,
}

/// The test of a counterexample.
pub(super) fn write(
    liquid: &Liquid,
    instance: &Instance,
    signature: &Signature,
    incident: &Incident,
    framework: Framework,
) -> Result<HaskellTest> {
    if !incident.invented.is_empty() {
        bail!("the result of a call was invented, and no test of the program can show that");
    }
    let module = liquid.program.own_modules().find(|module| module.name == instance.name.module);
    let module = module.ok_or_else(|| anyhow!("its module is not there any more"))?;
    let exported = module.definitions.iter().find(|known| known.name == instance.name);
    if !exported.is_some_and(|known| known.exported) {
        bail!("`{}` is not exported, so a test cannot call it", instance.name.occ);
    }
    if incident.args.iter().any(|arg| arg == "_") {
        bail!("an argument is never looked at and has no value to be written down");
    }
    let (claim, helpers) = claim(liquid, module, signature, incident)?;
    let text = text(module, signature, incident, &claim, &helpers, framework);
    Ok(HaskellTest { text, framework })
}

/// The expression that is false or fails, and the functions that it needs.
fn claim(
    liquid: &Liquid,
    module: &Module,
    signature: &Signature,
    incident: &Incident,
) -> Result<(String, String)> {
    let name = &signature.name.occ;
    let is_word = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let function = match is_word {
        true => format!("{}.{name}", module.name),
        false => format!("({}.{name})", module.name),
    };
    let mut bindings = String::new();
    let mut call = function;
    for (refined, arg) in signature.values().zip(&incident.args) {
        let param = Emitter::name(refined.var);
        writeln!(bindings, "      {param} = {arg}")?;
        write!(call, " {param}")?;
    }
    let result = Emitter::name(signature.result.var);
    writeln!(bindings, "      {result} = {call}")?;
    let mut emitter = Emitter::new(&liquid.specs, liquid.program.linked(), module);
    let holds = match &incident.broken {
        Some(broken) if broken.is_target => emitter
            .required(&signature.result)
            .map_err(|what| anyhow!("a test cannot look at {what}"))
            .and_then(|holds| match holds.as_str() {
                "True" => bail!("a test cannot look at what is broken here"),
                _ => Ok(holds),
            })?,
        // Whatever fails, fails when the result is looked at.
        None => format!("{result} `seq` True"),
        Some(_) => bail!("only the type of a callee is broken, which no test can see from outside"),
    };
    let bindings = bindings.trim_start().to_owned();
    Ok((format!("  let {bindings}  in {holds}"), emitter.helpers()))
}

fn text(
    module: &Module,
    signature: &Signature,
    incident: &Incident,
    claim: &str,
    helpers: &str,
    framework: Framework,
) -> String {
    let (name, what) = (&module.name, untrusted::one_line(incident.failure.text()));
    let call = format!("{} {}", signature.name.occ, incident.args.join(" "));
    let said = string_literal(&format!("{what}: {call}").chars().map(u32::from).collect::<Vec<_>>());
    let (imports, main) = match framework {
        Framework::Hunit => (
            "import Test.HUnit\n",
            format!(
                "main :: IO ()\nmain = do\n  counts <- runTestTT (TestCase (assertBool {said} holds))\n  \
                 if errors counts + failures counts == 0 then exitSuccess else exitWith (ExitFailure 1)\n"
            ),
        ),
        Framework::Plain | Framework::Alcotest | Framework::Junit5 => (
            "import Control.Exception\n",
            format!(
                "main :: IO ()\nmain = do\n  outcome <- try (evaluate holds) :: IO (Either SomeException Bool)\n  \
                 case outcome of\n    Right True -> putStrLn \"it does not happen any more\"\n    \
                 Right False -> putStrLn {said} >> exitWith (ExitFailure 1)\n    \
                 Left failure -> putStrLn ({said} ++ \": \" ++ show failure) >> exitWith (ExitFailure 1)\n"
            ),
        ),
    };
    format!(
        "{MARK}: {what}.\nmodule Main (main) where\n\n{imports}import System.Exit\n\nimport {name}\n\
         import qualified {name}\n\n{main}\nholds :: Bool\nholds =\n{claim}\n\n{helpers}"
    )
}

impl KeptTest for HaskellTest {
    fn files(&self, id: &str) -> Vec<(String, String)> {
        vec![(file_name(id), self.text.clone())]
    }

    fn commands(&self, id: &str, program: &str, test: &str) -> Vec<String> {
        let folder =
            |folder: &str| if folder.is_empty() { ".".to_owned() } else { folder.to_owned() };
        let package = match self.framework {
            Framework::Hunit => " -package HUnit",
            Framework::Plain | Framework::Alcotest | Framework::Junit5 => "",
        };
        let (program, test) = (folder(program), folder(test));
        let (program, test) = (shell_word(&program), format!("{test}/{}", file_name(id)));
        vec![format!("runghc{package} -i{program} {}", shell_word(&test))]
    }
}

/// The file of a test: letters and digits alone, as the names of Haskell files are.
fn file_name(id: &str) -> String {
    let plain: String = id.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("Test{plain}.hs")
}
