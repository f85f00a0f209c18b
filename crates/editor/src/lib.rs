//! Tracehound beside an editor.
//!
//! [`lsp`] is a language server: what `check` says of the text as it stands in the editor, at its places.
//! Everything that is known comes from calls of the tool itself as children (`call`, `look`), so that
//! the editor and the command line say the same. A text that is not saved is checked in a `mirror` of its
//! project. `document` holds what is known of a document, `show` is what an editor shows of it.
//! [`mcp`] serves coding agents in the same way, by calls of verbs, and [`FolderWatch`] checks again when files
//! change.
//!
//! This crate does not explore or judge anything. Start reading at `server`.

mod allow;
mod call;
mod document;
mod look;
mod mcp;
mod mirror;
mod rpc;
mod server;
mod settings;
mod show;
mod text;
mod uri;
mod watch;

pub use mcp::mcp;
pub use server::lsp;
pub use watch::FolderWatch;
