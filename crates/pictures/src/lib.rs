//! Pictures of findings: the timeline of events, the table that says why, the automaton with the trace on it, the tree of
//! paths and the lines that they reached; as one page for a browser, as text, SVG, DOT and Mermaid.
//!
//! Everything is a function of a [`report::Report`] and of the text of its files. Nothing is decided here, nothing is
//! read and nothing is written. The same report gives the same bytes. What a program or a report says is escaped wherever
//! it is put: a finding may well be about a string such as `</script>`.
//!
//! Start reading at [`page()`], then `Story` in `story.rs`.

mod automaton;
mod itf;
mod lcov;
mod listing;
mod page;
mod story;
mod table;
mod timeline;
mod tree;

pub use automaton::AutomatonView;
pub use itf::itf;
pub use lcov::lcov;
pub use listing::coverage_text;
pub use page::page;
pub use table::TableView;
pub use timeline::TimelineView;
pub use tree::TreeView;

/// Text for SVG.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text between quotes for DOT.
pub(crate) fn dot_quote(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// Text between quotes for Mermaid: what it would read as markup is written by its code.
pub(crate) fn mermaid_quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' | '.' | ',' | '(' | ')' | '=' | '+' | '-' => {
                out.push(c)
            }
            c if !c.is_ascii() => out.push(c),
            c => out.push_str(&format!("#{};", c as u32)),
        }
    }
    out.push('"');
    out
}

/// A text of at most so many characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.chars().count() <= most {
        true => text.to_owned(),
        false => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}
