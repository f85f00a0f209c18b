//! `spec generate`: a property as the source code of a monitor.

use anyhow::{Result, bail};
use frontend::Publisher;
use host::limits::LimitGuard;
use host::output;
use report::Outcome;
use source::Files;
use term::Pool;
use trace::{Context, Param};
use trace_tools::{Oracle, SourceLanguage, monitor_source};

use super::{LoadedSpec, MonitorLanguage, SpecGenerate, solver, tell_limit};

pub(super) fn generate(args: &SpecGenerate, terminal: &Publisher) -> Result<Outcome> {
    let guard = LimitGuard::new(args.limits.budget());
    let (pool, mut files) = (Pool::new(), Files::new());
    let Some(loaded) = LoadedSpec::read(&pool, &mut files, &args.file, terminal)? else {
        return Ok(Outcome::BadInput);
    };
    let properties = loaded.properties(args.property.as_deref())?;
    let [property] = properties[..] else {
        let names: Vec<&str> = properties.iter().map(|property| property.name.as_str()).collect();
        bail!("a monitor is of one property: choose with --property among {}", names.join(", "));
    };
    let mut solver = solver(&args.solving, &loaded.theory(&pool), &guard)?;
    let mut oracle = Oracle::until(&mut *solver, guard.stop());
    let regexes = oracle.regexes(&pool);
    let ctx = Context { pool: &pool, alphabet: &loaded.spec.alphabet, regexes: &regexes };
    let params: Vec<Param> =
        loaded.spec.ghosts.iter().chain(&loaded.spec.consts).cloned().collect();
    let language = match args.language {
        MonitorLanguage::Java => SourceLanguage::Java,
        MonitorLanguage::Ocaml => SourceLanguage::Ocaml,
        MonitorLanguage::Python => SourceLanguage::Python,
        MonitorLanguage::Rust => SourceLanguage::Rust,
    };
    let text =
        monitor_source(ctx, &property.name, &property.formula, &params, language, &mut oracle)?;
    tell_limit(&guard, terminal);
    if guard.met().is_some() {
        return Ok(guard.outcome());
    }
    match &args.output {
        Some(path) => output::to_file(path, &text)?,
        None => {
            output::to_stdout(&text)?;
        }
    }
    Ok(Outcome::NoneFound)
}
