//! Tests of counterexamples, in Haskell.
//!
//! A test calls the function on the arguments of the counterexample. It fails if the result is not
//! what the type promises, or if the call itself fails. A call that only breaks the type of some
//! callee cannot be seen from outside, and gets no test.

use std::fmt::Write;

use anyhow::{Result, anyhow, bail};
use frontend::{RegressionTest, TestFramework, TestSteps, untrusted};
use lang_haskell::Instance;
use lang_haskell::core::{Module, Name};
use lang_haskell::link::Linked;
use lang_haskell::liquid::emit::Emitter;
use lang_haskell::liquid::logic::Signature;
use lang_haskell::outside;
use lang_haskell::types;
use lang_haskell::value::string_literal;

use super::Liquid;
use super::confirm::Incident;

/// The first line of every test that we write, by which we know them.
const MARK: &str = "-- A counterexample, kept as a test by tracehound";

/// Whether a text is that of a test which we wrote.
pub(crate) fn is_generated(text: &str) -> bool {
    text.starts_with(MARK)
}

/// A test with the module that it needs.
pub(super) struct HaskellTest {
    text: String,
    framework: TestFramework,
}

/// The test of a counterexample.
pub(super) fn write(
    liquid: &Liquid,
    instance: &Instance,
    signature: &Signature,
    incident: &Incident,
    framework: TestFramework,
) -> Result<HaskellTest> {
    if !incident.invented.is_empty() {
        bail!("the result of a call was invented, and no test of the program can show that");
    }
    let module = liquid.program.own_modules().find(|module| module.name == instance.name.module);
    let module = module.ok_or_else(|| anyhow!("its module is not there any more"))?;
    let exported = module.definitions.iter().find(|known| known.name == instance.name);
    if !exported.is_some_and(|known| known.exported) {
        bail!("`{}` is not exported, so a test cannot call it", instance.name.written());
    }
    if incident.args.iter().any(|arg| is_open(arg)) {
        bail!("part of an argument is never evaluated and has no value to be written down");
    }
    if let Some(hidden) = hidden_constructor(liquid, module, incident) {
        bail!("the constructor `{hidden}` is not exported, so a test cannot make the argument");
    }
    let claim = claim(liquid, module, signature, incident)?;
    let text = text(module, signature, incident, &claim, framework);
    Ok(HaskellTest { text, framework })
}

/// Whether something in an argument has no value. A parameter of a function has none either, and
/// needs none.
fn is_open(arg: &str) -> bool {
    let mut words = arg.split(|c: char| " ()[],{};".contains(c)).filter(|word| !word.is_empty());
    let mut is_hole = false;
    words.any(|word| {
        let was_hole = std::mem::replace(&mut is_hole, word == "_");
        was_hole && !["->", "_"].contains(&word)
    }) || is_hole
}

/// A constructor in the arguments that cannot be seen outside of the program.
fn hidden_constructor(liquid: &Liquid, module: &Module, incident: &Incident) -> Option<String> {
    let is_visible = |name: &Name| module.exports.contains(name);
    let types = liquid.program.own_modules().flat_map(|module| &module.types);
    let constructors = types.flat_map(|decl| decl.constructors()).map(|known| &known.name);
    let hidden: Vec<&str> =
        constructors.filter(|name| !is_visible(name)).map(|name| name.occ.as_str()).collect();
    let separates = |c: char| c.is_whitespace() || "()[],{};`".contains(c);
    let mut words = incident.args.iter().flat_map(|arg| arg.split(separates));
    words.find(|word| hidden.contains(word)).map(str::to_owned)
}

/// What a test says.
struct Claim {
    /// The expression that is false or fails.
    holds: String,
    /// The functions that it needs.
    helpers: String,
    /// The modules that its values need, as lines.
    imports: String,
}

/// The lines that import what the arguments of a function are made with.
fn imports(linked: &Linked, signature: &Signature) -> String {
    let types = signature.values().map(|refined| &refined.ty);
    let mut modules: Vec<&str> = types.flat_map(|ty| outside::imports(linked, ty)).collect();
    modules.sort_unstable();
    modules.dedup();
    modules.into_iter().map(|module| format!("import qualified {module}\n")).collect()
}

/// Whether a function returns an action, which a test has to perform.
fn is_action(liquid: &Liquid, signature: &Signature) -> bool {
    let function = liquid.function(signature);
    let whole = types::signature(liquid.program.linked(), &function.ty);
    types::is_action(&whole.result)
}

fn claim(
    liquid: &Liquid,
    module: &Module,
    signature: &Signature,
    incident: &Incident,
) -> Result<Claim> {
    let name = signature.name.written();
    let is_word = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let function = match is_word {
        true => format!("{}.{name}", module.name),
        false => format!("({}.{name})", module.name),
    };
    let mut bindings = String::new();
    let mut call = function;
    for (number, (refined, arg)) in signature.values().zip(&incident.code).enumerate() {
        let param = Emitter::name(refined.var);
        writeln!(bindings, "      {param} = {arg}")?;
        if number >= signature.ghosts {
            write!(call, " {param}")?;
        }
    }
    let result = Emitter::name(signature.result.var);
    let mut imports = imports(liquid.program.linked(), signature);
    if is_action(liquid, signature) {
        call = format!("System.IO.Unsafe.unsafePerformIO ({call})");
        imports.push_str("import qualified System.IO.Unsafe\n");
    }
    writeln!(bindings, "      {result} = {call}")?;
    let mut emitter = Emitter::new(&liquid.specs, liquid.program.linked(), module);
    let holds = match &incident.broken {
        Some(broken) if broken.is_target => emitter
            .required(&signature.result)
            .map_err(|what| anyhow!("a test cannot inspect {what}"))
            .and_then(|holds| match holds.as_str() {
                "True" => bail!("a test cannot inspect what is broken here"),
                _ => Ok(holds),
            })?,
        // Whatever fails, fails when the result is evaluated.
        None => format!("{result} `seq` True"),
        Some(_) => bail!("only the type of a callee is broken, which no test can see from outside"),
    };
    let bindings = bindings.trim_start().to_owned();
    Ok(Claim {
        holds: format!("  let {bindings}  in {holds}"),
        helpers: emitter.helpers(),
        imports,
    })
}

fn text(
    module: &Module,
    signature: &Signature,
    incident: &Incident,
    claim: &Claim,
    framework: TestFramework,
) -> String {
    let (name, what) = (&module.name, untrusted::one_line(incident.failure.text()));
    let call =
        format!("{} {}", signature.name.written(), incident.args[signature.ghosts..].join(" "));
    let said =
        string_literal(&format!("{what}: {call}").chars().map(u32::from).collect::<Vec<_>>());
    let Claim { holds, helpers, imports } = claim;
    let (framework, main) = match framework {
        TestFramework::Hunit => (
            "import Test.HUnit\n",
            format!(
                "main :: IO ()\nmain = do\n  counts <- runTestTT (TestCase (assertBool {said} holds))\n  \
                 if errors counts + failures counts == 0 then exitSuccess else exitWith (ExitFailure 1)\n"
            ),
        ),
        TestFramework::Plain | TestFramework::Alcotest | TestFramework::Junit5 => (
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
        "{MARK}: {what}.\nmodule Main (main) where\n\n{framework}import System.Exit\n{imports}\nimport {name}\n\
         import qualified {name}\n\n{main}\nholds :: Bool\nholds =\n{holds}\n\n{helpers}"
    )
}

impl RegressionTest for HaskellTest {
    fn files(&self, id: &str) -> Vec<(String, String)> {
        vec![(file_name(id), self.text.clone())]
    }

    fn commands(&self, id: &str, program: &str, test: &str) -> Vec<String> {
        let (program, test) = (folder(program), folder(test));
        vec![format!("runghc{} -i{program} {test}/{}", self.package(), file_name(id))]
    }

    fn steps(&self, id: &str, program: &str, test: &str) -> TestSteps {
        let (program, test, file) = (folder(program), folder(test), file_name(id));
        let built = format!("{test}/test");
        let compile = format!(
            "ghc -v0 -O0 -package-env=-{} -outputdir {test}/built -i{program} -o {built} {test}/{file}",
            self.package()
        );
        TestSteps { compile: vec![compile], run: built }
    }
}

impl HaskellTest {
    /// The option for the package that the test needs.
    fn package(&self) -> &'static str {
        match self.framework {
            TestFramework::Hunit => " -package HUnit",
            TestFramework::Plain | TestFramework::Alcotest | TestFramework::Junit5 => "",
        }
    }
}

/// A folder as an argument.
fn folder(folder: &str) -> &str {
    if folder.is_empty() { "." } else { folder }
}

/// The file of a test: letters and digits alone, as the names of Haskell files are.
fn file_name(id: &str) -> String {
    let plain: String = id.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("Test{plain}.hs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_holes_differ_from_functions() {
        for open in ["_", "(Just _)", "[1,_]", "(0 : _)", "Node {left = _, key = 1}"] {
            assert!(is_open(open), "{open}");
        }
        for whole in [
            "0",
            "(\\_ -> 1)",
            "(\\x -> case x of { 0 -> 1; _ -> 2 })",
            "[a_b,_c]",
            "(\\_ _ _ -> 1)",
        ] {
            assert!(!is_open(whole), "{whole}");
        }
    }
}
