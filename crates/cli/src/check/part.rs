//! Reading what a part of a call asks about.

use std::path::{Path, PathBuf};

use anyhow::Result;
use frontend::args::{CheckArgs, WantedArgs};
use frontend::{EventSpec, Language, Reading, SolverFactory, SourceProgram};
use host::read::{self, Reads};
use host::signal;
use project_state::{FileQuestion, KnownResult, Results, Touched, add_shown};
use report::{Problem, ProblemKind, ReportBuilder, ShardedTarget, TargetReport, Tone};
use solve::Interrupt;
use source::{Files, counted};

use crate::front::{self, NamedParts};
use crate::last_words::Unexplored;
use crate::project::CheckPart;
use crate::targets::{self, AskedFile, Chosen, Purpose, Selection};

use super::run::Slots;

/// Endings of programs that were compiled before.
const COMPILED: [&str; 2] = ["class", "jar"];

/// A part that was read.
pub(super) struct Part<'a> {
    pub(super) args: &'a CheckArgs,
    pub(super) named: Vec<NamedParts>,
    pub(super) selection: Selection<'a>,
    /// How many files were found, and how many of them have nothing to check.
    found: usize,
    nothing: usize,
    /// What the events of the programs must obey.
    pub(super) spec: Option<EventSpec>,
    /// What was read for that.
    spec_reads: Reads,
    /// Whether there should be a spec and is none that can be used.
    pub(super) lacks_spec: bool,
    pub(super) solvers: SolverFactory,
}

/// The languages of all parts, by endings alone.
pub(super) fn all_languages(parts: &[CheckPart]) -> Vec<Language> {
    let mut all: Vec<Language> = Vec::new();
    for CheckPart { args, found } in parts {
        let (named, rest) = front::part(&args.wanted, |front, rest| front.part(rest, &args.java));
        let found = found.iter().map(|file| file.to_string_lossy().into_owned());
        let found = WantedArgs { targets: found.collect(), lang: args.wanted.lang };
        let own = targets::languages(&rest, &args.k).into_iter();
        let own = own.chain(targets::languages(&found, &args.k));
        for language in own.chain(named.iter().map(|named| named.language)) {
            if !all.contains(&language) {
                all.push(language);
            }
        }
    }
    all
}

impl<'a> Part<'a> {
    /// Reads what is asked about.
    pub(super) fn read(
        part: &'a CheckPart,
        results: Option<&'a Results>,
        reading: &'a Reading,
    ) -> Result<Part<'a>> {
        let CheckPart { args, found } = part;
        let solvers = SolverFactory::new(&args.solving)?;
        let (named, wanted) = front::part(&args.wanted, |front, rest| front.part(rest, &args.java));
        let purpose = match args.spec {
            Some(_) => Purpose::CheckSpec,
            None => Purpose::Check,
        };
        let mut selection = Selection::empty(&args.k, purpose, reading, results, args.search.prove);
        let nothing = signal::while_reading(|| {
            selection.add_all(&wanted);
            selection.add_found(found)
        });
        selection.note_left_out(&wanted, &named);
        let files = &mut selection.files;
        for (_, known) in &selection.known {
            add_shown(files, known);
        }
        let (spec, spec_reads) = read::recording(|| {
            args.spec.as_deref().map(|named| EventSpec::read(files, named)).transpose()
        });
        let spec = spec.unwrap_or_else(|problems| {
            // Without what was asked for, there is nothing to check.
            selection.problems.extend(problems);
            selection.chosen.clear();
            selection.known.clear();
            selection.asked.clear();
            None
        });
        let lacks_spec = args.spec.is_some() && spec.is_none();
        let found = found.len();
        Ok(Part { args, named, selection, found, nothing, spec, spec_reads, lacks_spec, solvers })
    }

    /// How many targets that are named come after the others and share the time.
    pub(super) fn methods(&self) -> usize {
        self.named.iter().map(|named| named.front.count(&named.targets)).sum()
    }

    /// The programs, in the order of their files. What only a solver can tell is wrong with them is
    /// reported, and those are left out.
    pub(super) fn take_programs(
        &mut self,
        interrupt: &Interrupt,
        builder: &mut ReportBuilder,
    ) -> Vec<Option<Box<dyn SourceProgram>>> {
        let (spec, solvers, files) = (self.spec.as_ref(), &self.solvers, &self.selection.files);
        let mut usable = |program: Box<dyn SourceProgram>| {
            let faults = program.faults(&|theory| solvers.make(theory, interrupt));
            let misfits = spec.map(|spec| program.misfits(spec)).unwrap_or_default();
            for fault in faults.iter().chain(&misfits) {
                builder.problem(Problem::from_diagnostic(files, fault));
            }
            (faults.is_empty() && misfits.is_empty()).then_some(program)
        };
        let chosen = &self.selection.chosen;
        let is_asked = |number: usize| chosen.iter().any(|chosen| chosen.program == number);
        let programs = self.selection.programs.iter_mut().enumerate();
        let taken = programs.map(|(number, loaded)| {
            let program = loaded.program.take().filter(|_| is_asked(number));
            program.and_then(&mut usable)
        });
        taken.collect()
    }

    /// The target as a report names it that was cut short.
    pub(super) fn unexplored(&self, chosen: &Chosen) -> Unexplored {
        Unexplored {
            file: self.selection.files.get(chosen.target.span.file).name().to_owned(),
            name: chosen.target.name.clone(),
            language: self.selection.programs[chosen.program].language.name().to_owned(),
        }
    }

    /// A target as shards name it.
    pub(super) fn sharded(&self, chosen: &Chosen) -> ShardedTarget {
        let Unexplored { file, name, language } = self.unexplored(chosen);
        ShardedTarget { file, name, language, shard: 0 }
    }

    /// The targets that front ends take by name.
    pub(super) fn sharded_by_name(&mut self) -> Result<Vec<ShardedTarget>> {
        let mut all = Vec::new();
        for NamedParts { front, targets, language } in &self.named {
            let (titles, problems) = front.list(targets, &mut self.selection.files)?;
            // What is wrong with them is said by the call that checks them.
            drop(problems);
            let split = |title: &String| {
                let (file, name) = title.split_once(':')?;
                let (file, name) = (file.to_owned(), name.to_owned());
                Some(ShardedTarget { file, name, language: language.name().to_owned(), shard: 0 })
            };
            all.extend(titles.iter().filter_map(split));
        }
        Ok(all)
    }

    /// Reads, for a recording, the sources of programs that others read for us.
    pub(super) fn read_sources(&self) {
        let programs = self.selection.programs.iter();
        let programs = programs.map(|loaded| (loaded.language, loaded.path.clone()));
        let named = self.named.iter().flat_map(|named| {
            named.targets.iter().map(|target| (named.language, PathBuf::from(target)))
        });
        for (language, path) in programs.chain(named) {
            if Results::keeps(language) {
                continue;
            }
            if path.is_file() {
                read::print(&path);
            }
            for file in read::files_below(&path, &COMPILED).unwrap_or_default() {
                read::print(&file);
            }
            let folder =
                if path.is_dir() { path.as_path() } else { path.parent().unwrap_or(&path) };
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            for file in read::programs_below(folder, language.endings()).unwrap_or_default() {
                read::print(&file);
            }
        }
    }

    /// The reports of a kept answer that this call answers for.
    pub(super) fn known<'k>(&self, known: &'k KnownResult) -> Vec<&'k TargetReport> {
        let is_own = |report: &&TargetReport| self.args.answers_for(&report.file, &report.name);
        known.targets.iter().filter(is_own).collect()
    }

    /// Keeps the answers, given the numbers of the slots of its targets.
    pub(super) fn keep(&self, results: &Results, slots: &Slots, numbers: &[Option<usize>]) {
        for AskedFile { program, name, chosen } in &self.selection.asked {
            let loaded = &self.selection.programs[*program];
            let reports = chosen.clone().map(|at| slots.report((*numbers.get(at)?)?));
            let Some(reports) = reports.collect::<Option<Vec<_>>>() else { continue };
            if !Results::keeps(loaded.language) {
                continue;
            }
            let mut reads = loaded.reads.clone();
            reads.extend(self.spec_reads.iter().map(|(asked, print)| (asked.clone(), *print)));
            let asked = FileQuestion {
                path: &loaded.path,
                name: name.as_deref(),
                language: loaded.language,
                wants_proofs: self.args.search.prove,
            };
            results.keep(&asked, &reads, &reports, &self.selection.files);
        }
    }
}

/// Leaves out what does not depend on a change, and says how much that is.
pub(super) fn leave_out_untouched(parts: &mut [Part<'_>], touched: &Touched) -> Vec<Problem> {
    let is_touched = |language: Language, reads: &Reads| touched.has(language, reads);
    let left_out: usize =
        parts.iter_mut().map(|part| part.selection.retain_touched(&is_touched)).sum();
    let message = match left_out {
        0 => return Vec::new(),
        1 => "1 target is not touched by the change".to_owned(),
        many => format!("{many} targets are not touched by the change"),
    };
    vec![note(message)]
}

/// What is said of files that were found and have nothing to check: how many there are, or what to do
/// if there is nothing else.
pub(super) fn nothing_found(parts: &[Part<'_>], problems: &[Problem]) -> Option<Problem> {
    let found: usize = parts.iter().map(|part| part.found).sum();
    let nothing: usize = parts.iter().map(|part| part.nothing).sum();
    let has_others = parts.iter().any(|part| {
        let Selection { chosen, known, programs, .. } = &part.selection;
        !(chosen.is_empty() && known.is_empty() && programs.is_empty() && part.named.is_empty())
    });
    if has_others || !problems.is_empty() {
        let files = counted(nothing, "file");
        let have = if nothing == 1 { "has" } else { "have" };
        return (nothing > 0).then(|| note(format!("{files} {have} nothing to check")));
    }
    let message = match found {
        0 => "there is no program here".to_owned(),
        _ => "there is nothing to check here, although there are programs".to_owned(),
    };
    let problem = Problem::new(ProblemKind::NoTarget, message);
    let advice = "a target has a contract, a refinement type, an assertion or a spec beside it; \
                  README.md shows one in each language";
    Some(problem.with_help(advice))
}

fn note(message: String) -> Problem {
    Problem { tone: Tone::Note, ..Problem::new(ProblemKind::Remark, message) }
}

/// The files of all parts, each once.
pub(super) fn all_files(parts: &[Part<'_>]) -> Files {
    match parts {
        [part] => part.selection.files.clone(),
        parts => {
            let mut all = Files::new();
            for file in parts.iter().flat_map(|part| part.selection.files.iter()) {
                if !all.iter().any(|known| known.name() == file.name()) {
                    all.add(file.name(), file.text());
                }
            }
            all
        }
    }
}
