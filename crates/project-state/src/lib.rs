//! What lies between the calls that are made in a project: its file, answers that are kept, findings
//! that are known or allowed, what has changed since a revision, and questions that several calls share.
//!
//! A kept answer counts only if everything that was read to get it is as it was ([`Results`]); a wrong
//! one would be a wrong answer. Nothing here explores. Start reading at [`Project`].

mod acceptance;
mod changed;
mod checkpoint;
mod divided;
mod init;
mod merge;
mod options;
mod project;
mod proposal;
mod results;
mod shard;

pub use acceptance::{Accepting, BASELINE, Extent, FindingCodes, baseline_file, title};
pub use changed::Touched;
pub use checkpoint::Checkpoint;
pub use divided::{MergeArgs, SplitArgs};
pub use init::{Init, init};
pub use merge::{NamedReport, files_of, merge};
pub use options::{CheckOptions, config_schema};
pub use project::{BadProject, NAME, Project};
pub use proposal::project_file;
pub use results::{FileQuestion, KnownResult, Results, add_shown};
pub use shard::{ShardFile, words_without};
