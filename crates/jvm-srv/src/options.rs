//! How to search.

use explore::Budget;
use lang_jvm::BuiltInChecks;

/// Which of the paper's four ways to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Every path, depth first.
    Dfs,
    /// Every path, those first that look like violations.
    Guide,
    /// Only branches that some event depends on, depth first.
    Slice,
    /// Only branches that some event depends on and behind which a violation may be that is not like
    /// one already found; those first that look like violations.
    Srv,
}

impl Mode {
    /// The names on a command line.
    pub const NAMES: [(&'static str, Mode); 4] =
        [("dfs", Mode::Dfs), ("guide", Mode::Guide), ("slice", Mode::Slice), ("srv", Mode::Srv)];

    /// Whether branches are ordered by how much they look like violations.
    pub(crate) fn guides(self) -> bool {
        matches!(self, Mode::Guide | Mode::Srv)
    }

    /// Whether branches are left out.
    pub(crate) fn prunes(self) -> bool {
        matches!(self, Mode::Slice | Mode::Srv)
    }
}

/// Which paths are analysed for what their own events depend on, in the modes that leave branches
/// out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slicing {
    /// None: a branch is left out only if no event of any path depends on it.
    Never,
    /// Those on which something may be found: with a branch that is new, or that was left out on the
    /// path before.
    Selective,
    /// All.
    Always,
}

/// What is searched, and for how long.
#[derive(Clone, Debug)]
pub struct Options {
    /// How to search.
    pub mode: Mode,
    /// What all searches have in common: order, limits, threads. A path is a run, of which a step is
    /// about a thousand instructions; the strategy orders branches that look alike to the mode.
    pub engine: explore::Options,
    /// What besides events is a violation: exceptions that come out, assertions that fail. They may
    /// hide behind any branch, so none is left out then.
    pub watch: BuiltInChecks,
    /// Which paths are sliced.
    pub slicing: Slicing,
    /// Whether to find out which inputs matter for a violation, which takes further runs.
    pub relevance: bool,
}

/// The default limits of runs, and of the steps of one.
const MOST: u64 = 100_000;

impl Options {
    /// The same with another number of runs at most.
    #[must_use]
    pub fn with_runs(mut self, most: u64) -> Options {
        self.engine.budget.paths = Some(most);
        self
    }

    /// The most steps of one run.
    pub(crate) fn max_steps(&self) -> u64 {
        self.engine.budget.steps.unwrap_or(u64::MAX)
    }

    /// How to search, if all that is looked for is considered.
    pub(crate) fn sound_mode(&self) -> Mode {
        let anywhere = self.watch.exceptions || self.watch.assertions;
        match self.mode {
            Mode::Slice if anywhere => Mode::Dfs,
            Mode::Srv if anywhere => Mode::Guide,
            mode => mode,
        }
    }

    /// Which paths are sliced, if branches are left out at all.
    pub(crate) fn sound_slicing(&self) -> Slicing {
        if self.sound_mode().prunes() { self.slicing } else { Slicing::Never }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            mode: Mode::Srv,
            engine: explore::Options {
                budget: Budget { paths: Some(MOST), steps: Some(MOST), ..Budget::UNLIMITED },
                ..explore::Options::default()
            },
            watch: BuiltInChecks { exceptions: false, assertions: false },
            slicing: Slicing::Selective,
            relevance: false,
        }
    }
}
