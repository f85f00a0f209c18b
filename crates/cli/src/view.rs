//! `view`: pictures of a finding: of one that `check` has saved, or of those of a saved report.
//!
//! The events, the table and the automaton of a finding are saved with it. The tree of paths and the lines that they
//! reach cost more, so the target is explored again for them.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use frontend::Language;
use frontend::args::{
    BudgetArgs, CheckArgs, Format, JavaArgs, KProgramArgs, ProjectArgs, ReportFileArgs, SearchArgs,
    ShownArgs, SolverArgs, TrustArgs, WantedArgs,
};
use frontend::registry::Given;
use host::{Terminal, output};
use pictures::{AutomatonView, TableView, TimelineView, TreeView};
use report::{ExplorationText, Finding, Outcome, Report, SourceText, TargetReport};
use source::Files;

use crate::last_words::StuckCheck;
use crate::project::Question;
use crate::{check, front, store};

#[derive(Args, Debug)]
pub(crate) struct View {
    /// The picture, if it is one alone (timeline, table, automaton, tree or coverage), and the finding: its ID, or a report
    /// that `check --save-run` or `--format json` wrote
    #[arg(value_name = "[PICTURE] ID", required = true, num_args = 1..=2)]
    named: Vec<String>,
    /// The form: a page is html, other pictures are text unless this says otherwise
    #[arg(long = "as", value_name = "FORM")]
    form: Option<ViewForm>,
    /// Write to FILE; a page goes to ID.html if nothing is said, and `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    solving: SolverArgs,
    #[arg(skip)]
    pub(crate) given: Given,
}

/// What is seen of a finding.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum PictureKind {
    /// The events in their order
    Timeline,
    /// The parts of the property by events
    Table,
    /// The automaton of the property with the events on it
    Automaton,
    /// The tree of paths
    Tree,
    /// The lines that paths reached
    Coverage,
}

/// The form of a picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ViewForm {
    /// For a terminal
    Text,
    /// An SVG document
    Svg,
    /// The language of Graphviz
    Dot,
    /// The language of Mermaid
    Mermaid,
    /// A page for a browser
    Html,
    /// The tracefile of LCOV, for coverage
    Lcov,
    /// The Informal Trace Format, for timelines
    Itf,
}

/// Makes the picture that is asked for.
pub(crate) fn view(args: &View, terminal: &Terminal) -> Result<Outcome> {
    let (picture, name) = args.wanted()?;
    let form = args.form.unwrap_or(match picture {
        Some(_) => ViewForm::Text,
        None => ViewForm::Html,
    });
    let saved = store::find(name)?;
    if saved.targets.iter().all(|target| target.findings.is_empty()) {
        bail!("there is no finding in this report");
    }
    let explores = match picture {
        None | Some(PictureKind::Tree | PictureKind::Coverage) => true,
        Some(PictureKind::Timeline | PictureKind::Table | PictureKind::Automaton) => {
            form == ViewForm::Html
        }
    };
    let report = if explores { args.explored(saved, terminal) } else { saved };
    let files = store::files_of(&report);
    let text = drawn(&report, &files, picture, form)?;
    match (&args.output, form) {
        (Some(path), _) if path.as_os_str() != "-" => output::to_file(path, &text)?,
        (None, ViewForm::Html) => {
            let path = PathBuf::from(format!("{}.html", file_stem(name)));
            output::to_file(&path, &text)?;
            output::to_stdout(&format!("{}\n", path.display()))?;
        }
        (Some(_) | None, _) => drop(output::to_stdout(&text)?),
    }
    for name in store::changed_files(&report) {
        terminal.complain(&format!("note: `{name}` has changed since it was checked"));
    }
    Ok(Outcome::NoneFound)
}

/// Gives files the names that they have in the saved report.
fn name_as_saved(explored: &mut ExplorationText, sources: &[SourceText]) {
    let rename = |file: &mut String| {
        let saved = sources.iter().find(|source| source.path.as_ref() == Some(file));
        if let Some(saved) = saved {
            file.clone_from(&saved.file);
        }
    };
    explored.lines.iter_mut().for_each(|line| rename(&mut line.file));
    let places = explored.tree.iter_mut().filter_map(|node| node.place.as_mut());
    places.for_each(|place| rename(&mut place.file));
}

/// A name for a file from that of a finding or of a report.
fn file_stem(name: &str) -> String {
    let last = name.trim_end_matches('/').rsplit('/').next().unwrap_or(name);
    last.trim_end_matches(".json").to_owned()
}

impl View {
    /// The picture and the finding that are named.
    fn wanted(&self) -> Result<(Option<PictureKind>, &str)> {
        match self.named.as_slice() {
            [name] => {
                let is_picture = PictureKind::from_str(name, false).is_ok();
                match is_picture {
                    true => bail!("`view {name}` needs the ID of a finding"),
                    false => Ok((None, name)),
                }
            }
            [picture, name] => {
                let kind = PictureKind::from_str(picture, false);
                let kind = kind.ok().with_context(|| {
                    format!(
                        "`{picture}` is no picture: there are timeline, table, automaton, tree and coverage"
                    )
                })?;
                Ok((Some(kind), name))
            }
            _ => bail!("name a finding by its ID"),
        }
    }

    /// The report with what its targets pass when they are explored again. What keeps that from being done is said in it.
    fn explored(&self, saved: Report, terminal: &Terminal) -> Report {
        let mut report = saved;
        let mut targets = std::mem::take(&mut report.targets);
        for target in targets.iter_mut().filter(|target| target.exploration.is_none()) {
            let mut explored = self.exploration(target, terminal).unwrap_or_else(|why| {
                let missing = vec![format!("the target could not be explored again: {why:#}")];
                ExplorationText { missing, ..ExplorationText::default() }
            });
            name_as_saved(&mut explored, &report.sources);
            target.exploration = Some(explored);
        }
        Report { targets, ..report }
    }

    fn exploration(&self, target: &TargetReport, terminal: &Terminal) -> Result<ExplorationText> {
        if front::named_targets(target).is_some() {
            return Ok(ExplorationText::absent("which paths a run took, only how many there were"));
        }
        let args = self.check(target)?;
        let (report, _) =
            check::explored_again(&Question::plain(&args), terminal, StuckCheck::Complains)?;
        let explored = report.targets.into_iter().find_map(|target| target.exploration);
        explored.with_context(|| match report.problems.first() {
            Some(problem) => problem.message.clone(),
            None => "it is not there any more".to_owned(),
        })
    }

    /// The check that explores a target again.
    fn check(&self, target: &TargetReport) -> Result<CheckArgs> {
        let lang = Language::named(&target.language)
            .with_context(|| format!("`{}` is not a language of this version", target.language))?;
        let spec = target.spec.as_ref().map(|spec| match &spec.property {
            Some(property) => format!("{}:{property}", spec.file),
            None => spec.file.clone(),
        });
        Ok(CheckArgs {
            wanted: WantedArgs { targets: vec![target.title()], lang: Some(lang) },
            trust: TrustArgs::default(),
            spec,
            java: JavaArgs::default(),
            k: KProgramArgs::read_saved(&target.arguments)
                .context("the report does not say how the program was run")?,
            shown: ShownArgs {
                format: Format::Html,
                files: ReportFileArgs::default(),
                proof: None,
                save_run: None,
                max_findings: None,
                allow_vacuous: true,
            },
            budget: self.budget.clone(),
            search: self.search.clone(),
            solving: self.solving.clone(),
            given: self.given.on_behalf("check"),
            own_shard: None,
            saver: None,
            project: ProjectArgs::default(),
        })
    }
}

/// The text of a picture.
fn drawn(
    report: &Report,
    files: &Files,
    picture: Option<PictureKind>,
    form: ViewForm,
) -> Result<String> {
    match (picture, form) {
        (_, ViewForm::Html) => return Ok(pictures::page(report, files)),
        (None, _) => bail!(
            "a page is html: name a picture for other forms, as in `view timeline ID --as svg`"
        ),
        (Some(PictureKind::Coverage), ViewForm::Text) => {
            return Ok(pictures::coverage_text(report, files));
        }
        (Some(PictureKind::Coverage), ViewForm::Lcov) => return Ok(pictures::lcov(report)),
        (Some(_), _) => {}
    }
    let kind = picture.expect("pages were made above");
    let mut out = String::new();
    let mut shown = 0;
    for target in &report.targets {
        for finding in &target.findings {
            out.push_str(&one(target, finding, kind, form)?);
            shown += 1;
        }
    }
    if shown > 1 && form != ViewForm::Text {
        bail!("a picture shows one finding, and there are {shown}: name one by its ID");
    }
    Ok(out)
}

/// A picture of one finding.
fn one(
    target: &TargetReport,
    finding: &Finding,
    kind: PictureKind,
    form: ViewForm,
) -> Result<String> {
    let id = &finding.id;
    let no_form =
        || anyhow::anyhow!("this picture has no such form; `tracehound view --help` names them");
    match kind {
        PictureKind::Timeline => {
            let view = TimelineView::new(finding).with_context(|| format!("{id} has no events"))?;
            Ok(match form {
                ViewForm::Text => view.text(),
                ViewForm::Svg => view.svg(),
                ViewForm::Dot => view.dot(),
                ViewForm::Mermaid => view.mermaid(),
                ViewForm::Itf => pictures::itf(finding),
                ViewForm::Html | ViewForm::Lcov => return Err(no_form()),
            })
        }
        PictureKind::Table => {
            let view = TableView::new(finding)
                .with_context(|| format!("what {id} breaks is not a formula over events"))?;
            Ok(match form {
                ViewForm::Text => view.text(),
                ViewForm::Svg => view.svg(),
                _ => return Err(no_form()),
            })
        }
        PictureKind::Automaton => {
            let view = AutomatonView::new(finding).with_context(|| {
                format!("what {id} breaks has no automaton, or one too large to be drawn")
            })?;
            Ok(match form {
                ViewForm::Text => view.text(),
                ViewForm::Svg => view.svg(),
                ViewForm::Dot => view.dot(),
                ViewForm::Mermaid => view.mermaid(),
                _ => return Err(no_form()),
            })
        }
        PictureKind::Tree => {
            let exploration = target.exploration.as_ref().context("nothing was explored")?;
            let view =
                TreeView::new(exploration).with_context(|| exploration.missing.join("; "))?;
            Ok(match form {
                ViewForm::Text => view.text(),
                ViewForm::Svg => view.svg(),
                ViewForm::Dot => view.dot(),
                ViewForm::Mermaid => view.mermaid(),
                _ => return Err(no_form()),
            })
        }
        PictureKind::Coverage => Err(no_form()),
    }
}
