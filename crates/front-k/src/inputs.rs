//! What a program is given: numbers, strings, symbolic values and conditions on them.

use std::io::IsTerminal;
use std::sync::Arc;

use anyhow::Context;
use explore::Meter;
use frontend::args::KProgramArgs;
use host::Stdin;
use k_syntax::{PatternParser, Terms};
use lang_k::{Ctx, Known, Language, State, Value, show_term, value_of};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Files};
use term::{Model, Pool, Sort, Term};

/// What a program is given.
#[derive(Clone, Default)]
pub(super) struct Inputs {
    /// The items of standard input.
    pub(super) items: Vec<Value>,
    /// Values for variables of the configuration.
    pub(super) given: FxHashMap<String, Value>,
    /// Conditions on symbolic values.
    pub(super) assumed: Vec<Term>,
    /// The symbolic values, in the order in which they were named.
    pub(super) symbols: Vec<Term>,
}

impl Inputs {
    /// Reads what the arguments say.
    pub(super) fn read(
        args: &KProgramArgs,
        language: &Language,
        pool: &Pool,
        files: &mut Files,
        meter: &Arc<Meter>,
    ) -> Result<Inputs, Box<Diagnostic>> {
        let mut inputs = Inputs::default();
        let mut conditions = args.conditions.clone();
        if let Some(text) = &args.input {
            inputs.items = inputs.items(pool, text, Bare::Text)?;
        }
        for option in &args.config {
            let Some((name, text)) = option.split_once('=') else {
                return Err(Diagnostic::error(format!("`-c{option}` is not NAME=VALUE")).into());
            };
            match name {
                "PC" => conditions.push(text.to_owned()),
                "IN" => inputs.config_input(language, pool, text)?,
                _ => {
                    let file = files.add(&format!("-c{name}"), text);
                    let none = FxHashMap::default();
                    let value = match language.value_for(pool, name, &file, &none, meter) {
                        Ok(value) => value,
                        // As a term of rules it may have parts that programs do not have.
                        Err(fault) => match inputs.term(language, pool, files, (name, text)) {
                            Ok(Some(value)) => value,
                            Ok(None) => return Err(fault),
                            Err(problem) => return Err(problem),
                        },
                    };
                    inputs.given.insert(name.to_owned(), value);
                }
            }
        }
        for condition in &conditions {
            let condition = inputs.condition(language, pool, files, condition)?;
            inputs.assumed.push(condition);
        }
        Ok(inputs)
    }

    /// The paper's `-cIN`: words are symbolic numbers.
    fn config_input(
        &mut self,
        language: &Language,
        pool: &Pool,
        text: &str,
    ) -> Result<(), Box<Diagnostic>> {
        let items = self.items(pool, text, Bare::Symbol)?;
        let variables = language.compiled.configuration.variables();
        if variables.iter().any(|(name, _)| name == "IN") {
            let list = Value::list(items);
            self.given.insert("IN".to_owned(), list);
        } else {
            self.items = items;
        }
        Ok(())
    }

    /// The items of a text: numbers, quoted strings, `name:Sort`, and words.
    fn items(
        &mut self,
        pool: &Pool,
        text: &str,
        bare: Bare,
    ) -> Result<Vec<Value>, Box<Diagnostic>> {
        words(text).into_iter().map(|word| self.item(pool, &word, bare)).collect()
    }

    fn item(&mut self, pool: &Pool, word: &str, bare: Bare) -> Result<Value, Box<Diagnostic>> {
        if let Ok(number) = word.parse::<i64>() {
            return Ok(Value::int(number));
        }
        if let Ok(number) = word.parse::<num_bigint::BigInt>() {
            return Ok(Value::Int(number.into()));
        }
        if let Some(text) = word.strip_prefix('"').and_then(|word| word.strip_suffix('"')) {
            return Ok(Value::str(text));
        }
        match (word.split_once(':'), bare) {
            (Some((name, sort)), _) if is_name(name) => {
                let sort = match sort {
                    "Int" => Sort::INT,
                    "Bool" => Sort::BOOL,
                    "String" => Sort::TEXT,
                    _ => {
                        let what = format!("symbolic inputs are Int, Bool or String, not {sort}");
                        return Err(Diagnostic::error(what).into());
                    }
                };
                Ok(self.symbol(pool, name, sort))
            }
            (_, Bare::Symbol) if is_name(word) => Ok(self.symbol(pool, word, Sort::INT)),
            _ => Ok(Value::str(word)),
        }
    }

    fn symbol(&mut self, pool: &Pool, name: &str, sort: Sort) -> Value {
        let term = pool.var(name, sort);
        if !self.symbols.contains(&term) {
            self.symbols.push(term);
        }
        Value::symbolic(pool, term)
    }

    /// The value of a variable of the configuration that is written as a term of rules, in which `n:Int` stands
    /// for any number. None if it cannot be read as such.
    fn term(
        &mut self,
        language: &Language,
        pool: &Pool,
        files: &mut Files,
        (name, text): (&str, &str),
    ) -> Result<Option<Value>, Box<Diagnostic>> {
        let variables = language.compiled.configuration.variables();
        let Some((_, sort)) = variables.iter().find(|(known, _)| known == name) else {
            return Ok(None);
        };
        let sort = &language.compiled.program.signature.sort_info(*sort).name;
        let sort = language.definition.find_sort(sort).expect("sorts come from the definition");
        let mut given = FxHashMap::default();
        let mut written = text.to_owned();
        for (symbol, of_sort) in symbols_in(text) {
            let variable = format!("INPUT{symbol}");
            written =
                written.replace(&format!("{symbol}:{of_sort}"), &format!("{variable}:{of_sort}"));
            given.insert(variable, self.item(pool, &format!("{symbol}:{of_sort}"), Bare::Text)?);
        }
        let file = files.add(&format!("-c{name}"), &written);
        let mut terms = Terms::default();
        let parser = PatternParser::new(&language.definition).map_err(|fault| *fault)?;
        let Ok(parsed) = parser.parse(files, &file, sort, &mut terms) else { return Ok(None) };
        let known = Known::default();
        let mut ctx = Ctx::new(&language.compiled.program, pool, &known);
        ctx.load(&terms, parsed.body, &given).map(Some).map_err(|_| {
            Diagnostic::error(format!("`-c{name}={text}` has no value"))
                .with_help("symbolic values are written as `n:Int`, with Int, Bool or String")
                .into()
        })
    }

    /// A condition in the syntax of rules. Names of inputs stand for them: they are variables of the
    /// rule, which are written with a capital.
    fn condition(
        &self,
        language: &Language,
        pool: &Pool,
        files: &mut Files,
        text: &str,
    ) -> Result<Term, Box<Diagnostic>> {
        let mut given = FxHashMap::default();
        let mut written = paper_notation(text);
        for symbol in &self.symbols {
            let name = pool.show(*symbol);
            let variable = format!("INPUT{name}");
            written = replace_word(&written, &name, &variable);
            given.insert(variable, Value::symbolic(pool, *symbol));
        }
        let file = files.add("condition", &written);
        let bool = language.definition.find_sort("Bool").expect("every definition has Bool");
        let mut terms = Terms::default();
        let parser = PatternParser::new(&language.definition).map_err(|fault| *fault)?;
        let parsed = parser.parse(files, &file, bool, &mut terms);
        let parsed = parsed.map_err(|fault| fault.with_note(self.known(pool)))?;
        let known = Known::default();
        let mut ctx = Ctx::new(&language.compiled.program, pool, &known);
        let value = ctx.load(&terms, parsed.body, &given);
        match value.map(|value| ctx.term(&value)) {
            Ok(Some(term)) if pool.as_bool(term) == Some(false) => {
                let what = format!("the condition `{text}` holds for no input");
                Err(Diagnostic::error(what).with_note(self.known(pool)).into())
            }
            Ok(Some(term)) if pool.sort(term) == Sort::BOOL => Ok(term),
            Ok(_) | Err(_) => {
                let what = format!("`{text}` is not a condition on the inputs");
                Err(Diagnostic::error(what).with_note(self.known(pool)).into())
            }
        }
    }

    /// The symbolic inputs that a condition may mention.
    fn known(&self, pool: &Pool) -> String {
        if self.symbols.is_empty() {
            return "there are no symbolic inputs: give one with `--in n:Int`".to_owned();
        }
        let names = self.symbols.iter().map(|symbol| format!("`{}`", pool.show(*symbol)));
        format!("the symbolic inputs are {}", names.collect::<Vec<_>>().join(", "))
    }

    /// The names of the symbolic values with what a model says of them.
    pub(super) fn values(&self, pool: &Pool, model: &Model) -> Option<Vec<(String, String)>> {
        let value = |symbol: &Term| {
            let value = model.value(pool, *symbol)?;
            Some((show_term(pool, *symbol), show_term(pool, value)))
        };
        self.symbols.iter().map(value).collect()
    }

    /// The same with the values of a model in place of symbolic ones.
    pub(super) fn concrete(&self, pool: &Pool, model: &Model) -> Option<Inputs> {
        let known = |value: &Value| match value {
            Value::Sym(term, _) => Some(value_of(pool, model.value(pool, *term)?)),
            other => Some(other.clone()),
        };
        let whole = |value: &Value| match value {
            Value::List(items) => {
                let items: Vec<Value> = items.iter().map(known).collect::<Option<_>>()?;
                Some(Value::list(items))
            }
            other => known(other),
        };
        let given = self.given.iter().map(|(name, value)| Some((name.clone(), whole(value)?)));
        Some(Inputs {
            items: self.items.iter().map(known).collect::<Option<_>>()?,
            given: given.collect::<Option<_>>()?,
            assumed: Vec::new(),
            symbols: Vec::new(),
        })
    }

    /// The configuration at the start.
    pub(super) fn start(
        &self,
        language: &Language,
        pool: &Pool,
        program: Value,
    ) -> Result<State, Box<Diagnostic>> {
        let mut given = self.given.clone();
        given.insert("PGM".to_owned(), program);
        let mut state = language.start(pool, &given).map_err(|halt| {
            Box::new(Diagnostic::error(match halt {
                lang_k::Halt::Undefined(what) | lang_k::Halt::Unsupported(what) => what,
                lang_k::Halt::Undecided(_) => "the configuration depends on an input".to_owned(),
                lang_k::Halt::TooDeep(depth) => format!("functions nest deeper than {depth}"),
                lang_k::Halt::Limit(limit) => report::limit_text(limit).message,
            }))
        })?;
        if !language.feed(&mut state, "stdin", self.items.clone()) && !self.items.is_empty() {
            let what = "the configuration has no cell with stream=\"stdin\"";
            return Err(Diagnostic::error(what).into());
        }
        Ok(state)
    }
}

/// A value as it is written in an input.
pub(super) fn written(language: &Language, pool: &Pool, value: &Value) -> String {
    match value {
        Value::List(items) => {
            let items = items.iter().map(|item| written(language, pool, item));
            items.collect::<Vec<_>>().join(" ")
        }
        other => language.show_value(pool, other),
    }
}

/// The items of standard input, if it is no terminal; none if a limit is met before its end.
pub(super) fn from_stdin(pool: &Pool, meter: &Meter) -> anyhow::Result<Option<Vec<Value>>> {
    if std::io::stdin().is_terminal() {
        return Ok(Some(Vec::new()));
    }
    let Some(text) = stdin_text(meter)? else { return Ok(None) };
    let mut items = Vec::new();
    for (at, word) in words(&text).into_iter().enumerate() {
        if meter.poll(at as u64) {
            return Ok(None);
        }
        // What comes from outside is never symbolic.
        items.push(match word.contains(':') {
            true => Value::str(&word),
            false => Inputs::default()
                .item(pool, &word, Bare::Text)
                .map_err(|error| anyhow::anyhow!(error.message))?,
        });
    }
    Ok(Some(items))
}

/// All of standard input; none if a limit is met before its end.
fn stdin_text(meter: &Meter) -> anyhow::Result<Option<String>> {
    let (stdin, mut bytes) = (Stdin::open(), Vec::new());
    while let Some(part) = stdin.next(meter).context("cannot read standard input")? {
        bytes.extend(part);
    }
    if meter.met().is_some() {
        return Ok(None);
    }
    String::from_utf8(bytes).context("standard input is not UTF-8").map(Some)
}

/// What a word without quotes and sort is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bare {
    /// A string.
    Text,
    /// A symbolic number.
    Symbol,
}

/// The words of a text; what stands in quotes is one.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    for c in text.chars() {
        if c == '"' {
            quoted = !quoted;
        }
        if c.is_whitespace() && !quoted {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        } else {
            word.push(c);
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// The symbolic values that a term names as `n:Int`.
fn symbols_in(text: &str) -> Vec<(String, String)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found: Vec<(String, String)> = Vec::new();
    for (at, _) in text.match_indices(':') {
        let before = &text[..at];
        let name = &before[before.trim_end_matches(is_part).len()..];
        let behind = &text[at + 1..];
        let sort = &behind[..behind.find(|c| !is_part(c)).unwrap_or(behind.len())];
        let symbol = (name.to_owned(), sort.to_owned());
        if is_name(name) && matches!(sort, "Int" | "Bool" | "String") && !found.contains(&symbol) {
            found.push(symbol);
        }
    }
    found
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The connectives that papers print, as K writes them.
fn paper_notation(text: &str) -> String {
    text.replace("∧Bool", "andBool")
        .replace('∧', "andBool")
        .replace('∨', "orBool")
        .replace('¬', "notBool ")
}

/// A text with a whole word replaced.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let (mut replaced, mut done) = (String::new(), 0);
    for (at, _) in text.match_indices(word) {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        if !before.ends_with(part) && !after.starts_with(part) {
            replaced.push_str(&text[done..at]);
            replaced.push_str(by);
            done = at + word.len();
        }
    }
    replaced.push_str(&text[done..]);
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_are_one() {
        assert_eq!(words("1 \"a b\"  n:Int"), ["1", "\"a b\"", "n:Int"]);
    }

    #[test]
    fn symbols_are_found_inside_of_terms() {
        let found = symbols_in("1 |-> v:Int x |-> f(b:Bool) v:Int c:Exp");
        assert_eq!(found, [("v".into(), "Int".into()), ("b".into(), "Bool".into())]);
    }

    #[test]
    fn only_whole_words_are_replaced() {
        assert_eq!(replace_word("n >Int nn andBool n", "n", "X"), "X >Int nn andBool X");
    }
}
