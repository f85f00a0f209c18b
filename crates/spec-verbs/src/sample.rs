//! `spec sample`: traces in and out of a language.

use std::fmt::Write;

use anyhow::Result;
use frontend::Publisher;
use frontend::args::Format;
use host::{TOOL, output};
use report::{Envelope, Outcome, PropertySamples, SpecSamples, TraceText};
use source::Files;
use term::Pool;
use trace::{Context, Param, Property};
use trace_tools::{Oracle, Samples, Witness};

use super::compare::{witness_json, witness_text};
use super::{LoadedSpec, SpecSample, met_limit, plain, solver, tell_limit};

pub(super) fn sample(args: &SpecSample, terminal: &Publisher) -> Result<Outcome> {
    let guard = terminal.guard(args.limits.budget(), &plain(args.format));
    let (pool, mut files) = (Pool::new(), Files::new());
    let Some(loaded) = LoadedSpec::read(&pool, &mut files, &args.file, terminal)? else {
        return Ok(Outcome::BadInput);
    };
    let mut solver = solver(&args.solving, &loaded.theory(&pool), &guard)?;
    let mut oracle = Oracle::until(&mut *solver, guard.stop());
    let regexes = oracle.regexes(&pool);
    let ctx = Context { pool: &pool, alphabet: &loaded.spec.alphabet, regexes: &regexes };
    let params: Vec<Param> =
        loaded.spec.ghosts.iter().chain(&loaded.spec.consts).cloned().collect();
    let (mut human, mut json) = (String::new(), Vec::new());
    for property in loaded.properties(args.property.as_deref())? {
        let formula = &property.formula;
        let samples = trace_tools::sample(ctx, formula, args.count, args.seed, &mut oracle)?;
        match args.format {
            Format::Json => json.push(as_json(ctx, property, &samples, &params)),
            _ => push(&mut human, ctx, property, &samples, &params),
        }
    }
    let outcome = guard.outcome();
    let text = match args.format {
        Format::Json => {
            let answer = SpecSamples { properties: json, limit: met_limit(&guard) };
            Envelope::new(TOOL, outcome, answer).json()
        }
        _ => human,
    };
    tell_limit(&guard, terminal);
    output::to_stdout(&text)?;
    Ok(outcome)
}

fn push(
    out: &mut String,
    ctx: Context<'_>,
    property: &Property,
    samples: &Samples,
    params: &[Param],
) {
    let kinds = [("has", "have", &samples.inside), ("lacks", "lack", &samples.outside)];
    for (one, several, traces) in kinds {
        let name = &property.name;
        if traces.is_empty() {
            let most = trace_tools::LONGEST_SAMPLE;
            let _ =
                writeln!(out, "no trace of up to {most} events was found that {one} `{name}`\n");
            continue;
        }
        let _ = writeln!(out, "traces that {several} `{name}`:\n");
        for witness in traces {
            out.push_str(&witness_text(ctx, witness, params));
            out.push('\n');
        }
    }
}

fn as_json(
    ctx: Context<'_>,
    property: &Property,
    samples: &Samples,
    params: &[Param],
) -> PropertySamples {
    let all = |traces: &[Witness]| -> Vec<TraceText> {
        traces.iter().map(|witness| witness_json(ctx, witness, params)).collect()
    };
    PropertySamples {
        property: property.name.clone(),
        inside: all(&samples.inside),
        outside: all(&samples.outside),
    }
}
