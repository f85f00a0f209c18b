//! What a project states about itself: its file `tracehound.toml`, its baseline of known findings, and
//! remarks in its sources that allow some of them.
//!
//! Text becomes data here, with places for what is wrong; which options there are is known to the
//! caller ([`OptionTable`]). Nothing is read, run or written. Start reading at [`ProjectConfig::read`].

mod allow;
mod baseline;
mod glob;
mod near;
mod project_file;
mod settings;

pub use allow::{AllowComment, allow_comments};
pub use baseline::{Baseline, KnownFinding};
pub use glob::Glob;
pub use near::nearest;
pub use project_file::{AllowedCode, PathSettings, ProjectConfig, TABLES};
pub use settings::{OptionTable, Setting, SettingKind};
