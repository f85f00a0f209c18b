//! Interpreters as commands.

mod command;
