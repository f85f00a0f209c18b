//! Trees of paths, recorded by calls of the binary.

use std::process::Command;

use serde_json::Value;

/// Smaller trees say nothing about how searches divide.
const LEAST: usize = 30;

/// The tree of the paths of one target, each node behind its parent.
pub(crate) struct Tree {
    pub(crate) target: String,
    pub(crate) children: Vec<Vec<usize>>,
    /// How many splits with one way only lie before a node, and itself.
    pub(crate) weight: Vec<u64>,
}

/// The trees of all targets of these files that are large enough.
pub(crate) fn recorded(binary: &str, files: &[&str]) -> Vec<Tree> {
    let mut trees = Vec::new();
    for file in files {
        let page = tempfile::NamedTempFile::new().expect("there is room");
        let mut call = Command::new(binary);
        call.args(["check", file, "--format", "json", "--timeout", "20s", "--max-findings", "all"]);
        call.arg("--report").arg(format!("html={}", page.path().display()));
        let done = call.output().expect("the binary can be started");
        let report: Value = serde_json::from_slice(&done.stdout).unwrap_or_default();
        for target in report["targets"].as_array().into_iter().flatten() {
            trees.extend(tree(target).filter(|tree| tree.weight.len() >= LEAST));
        }
    }
    trees
}

fn tree(target: &Value) -> Option<Tree> {
    let nodes = target["exploration"]["tree"].as_array()?;
    let (mut children, mut weight) = (vec![Vec::new(); nodes.len()], Vec::new());
    for (number, node) in nodes.iter().enumerate() {
        weight.push(1 + node["straight"].as_u64().unwrap_or(0));
        let is_followed = !matches!(node["kind"].as_str(), Some("impossible" | "left-out"));
        if let Some(parent) = node["parent"].as_u64()
            && is_followed
        {
            children[usize::try_from(parent).ok()?].push(number);
        }
    }
    let target = format!("{}:{}", target["file"].as_str()?, target["name"].as_str()?);
    Some(Tree { target, children, weight })
}
