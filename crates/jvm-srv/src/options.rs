//! How to search.

use std::time::Duration;

use lang_jvm::Watch;
use solve::Interrupt;

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

/// Which paths are looked at for what their own events depend on, in the modes that leave branches out.
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
    /// The most findings.
    pub max_findings: Option<u64>,
    /// The most runs.
    pub max_runs: u64,
    /// The most steps of one run, each of which is about a thousand instructions.
    pub max_steps: u64,
    /// The most time.
    pub max_time: Option<Duration>,
    /// The most memory of the process, in mebibytes.
    pub memory_mib: Option<u64>,
    /// Raised when the user wants to see what there is.
    pub interrupt: Interrupt,
    /// What besides events is a violation: exceptions that come out, assertions that fail. They may
    /// hide behind any branch, so none is left out then.
    pub watch: Watch,
    /// Which paths are sliced.
    pub slicing: Slicing,
    /// Whether to find out which inputs matter for a violation, which takes further runs.
    pub weigh: bool,
}

impl Options {
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
            max_findings: None,
            max_runs: 100_000,
            max_steps: 100_000,
            max_time: None,
            memory_mib: None,
            interrupt: Interrupt::new(),
            watch: Watch { exceptions: false, assertions: false },
            slicing: Slicing::Selective,
            weigh: false,
        }
    }
}
