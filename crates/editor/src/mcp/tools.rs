//! The tools that an agent has: verbs of the command line, with arguments that are checked first.

use frontend::untrusted;
use host::read;
use serde_json::{Map, Value, json};

use super::root::Root;
use crate::call::{Stop, Tool, Unanswered};

/// How long a check may take unless the agent says so.
const TIMEOUT: &str = "60s";

/// Whether tests may be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Writing {
    Allowed,
    Refused,
}

/// A call of the tool that is allowed.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Asked {
    args: Vec<String>,
    /// Whether the call makes a report, which the agent gets as data, too.
    reports: bool,
}

/// The tools as the protocol describes them.
pub(super) fn described(writing: Writing) -> Vec<Value> {
    let text = |about: &str| json!({ "type": "string", "description": about });
    let targets = json!({
        "type": "array", "items": { "type": "string" }, "minItems": 1,
        "description": "files, folders, or FILE:name for one target of a file",
    });
    let definition = text(
        "the definition (.k) of the language of the programs, if they are in one defined in K",
    );
    let mut check = json!({
        "targets": targets, "definition": definition, "timeout": text("wall-clock time such as 30s"),
        "spec": text("a trace spec that events must obey: FILE.trace or FILE.trace:PROPERTY"),
    });
    let mut write = json!({ "id": text("the id of a finding of `check`, such as ADT001-7f3a21") });
    if writing == Writing::Allowed {
        write["write"] =
            json!({ "type": "boolean", "description": "write the files instead of printing them" });
        write["folder"] = text("where to write them");
    }
    let id = json!({ "id": write["id"] });
    vec![
        described_tool(
            "check",
            "Look for inputs that break stated properties; each is replayed before it is reported",
            check.take(),
            &["targets"],
            false,
        ),
        described_tool(
            "list",
            "List what can be checked in files and folders",
            json!({ "targets": targets, "definition": definition }),
            &["targets"],
            false,
        ),
        described_tool(
            "explain",
            "Explain a code such as TOY001, or a finding by its id",
            json!({ "code": text("a code or the id of a finding") }),
            &["code"],
            false,
        ),
        described_tool(
            "replay",
            "Run a finding again on the program as it is now: still fails, repaired, or no longer comparable",
            id,
            &["id"],
            false,
        ),
        described_tool(
            "spec_check",
            "Find what is wrong with a trace spec although it can be read",
            json!({ "file": text("a file FILE.trace") }),
            &["file"],
            false,
        ),
        described_tool(
            "write_test",
            "Make a test of a finding in the language of the program",
            write,
            &["id"],
            writing == Writing::Allowed,
        ),
    ]
}

fn described_tool(
    name: &str,
    about: &str,
    properties: Value,
    required: &[&str],
    writes: bool,
) -> Value {
    json!({
        "name": name,
        "description": about,
        "inputSchema": {
            "type": "object", "properties": properties, "required": required,
            "additionalProperties": false,
        },
        "annotations": { "readOnlyHint": !writes, "destructiveHint": false, "openWorldHint": false },
    })
}

/// The call that an agent asks for, or why it may not be made.
pub(super) fn asked(
    tool: &str,
    given: &Value,
    root: &Root,
    writing: Writing,
) -> Result<Asked, String> {
    let known = described(writing);
    let known = known.iter().find(|known| known["name"] == tool);
    let known = known.ok_or_else(|| format!("there is no tool `{tool}`"))?;
    let nothing = Map::new();
    let given = given.as_object().unwrap_or(&nothing);
    let properties = &known["inputSchema"]["properties"];
    if let Some(other) = given.keys().find(|key| properties.get(key.as_str()).is_none()) {
        return Err(match (tool, other.as_str()) {
            ("write_test", "write" | "folder") => {
                "nothing is written: the server was started without --allow-write".to_owned()
            }
            _ => format!("`{tool}` has no argument `{other}`"),
        });
    }
    let given = Given { given, root };
    match tool {
        "check" => {
            let timeout = given.text("timeout")?.unwrap_or_else(|| TIMEOUT.to_owned());
            let spec = given.path("spec")?.map(|spec| ["--spec".to_owned(), spec]);
            let head = ["check".to_owned(), format!("--timeout={timeout}")];
            let args = head.into_iter().chain(spec.into_iter().flatten());
            Ok(Asked { args: args.chain(given.programs()?).collect(), reports: true })
        }
        "list" => plain(["list".to_owned()].into_iter().chain(given.programs()?)),
        "explain" => {
            let code = given.text("code")?.ok_or("`code` is missing")?;
            let is_code = |c: char| c.is_ascii_alphanumeric() || c == '-';
            match code.starts_with(|c: char| c.is_ascii_alphabetic()) && code.chars().all(is_code) {
                true => plain(["explain".to_owned(), code].into_iter()),
                false => Err(format!("`{code}` is no code")),
            }
        }
        "replay" => plain(["replay".to_owned(), given.id()?].into_iter()),
        "spec_check" => {
            let file = given.path("file")?.ok_or("`file` is missing")?;
            plain(["spec", "check"].map(str::to_owned).into_iter().chain([file]))
        }
        _ => {
            let test = ["test".to_owned(), given.id()?];
            let folder = given.path("folder")?.unwrap_or_else(|| ".".to_owned());
            let wants = given.given.get("write").is_some_and(|write| write == true);
            let write = ["--write", "--out"].map(str::to_owned).into_iter().chain([folder]);
            plain(test.into_iter().chain(write.filter(|_| wants)))
        }
    }
}

fn plain(args: impl Iterator<Item = String>) -> Result<Asked, String> {
    Ok(Asked { args: args.collect(), reports: false })
}

/// The arguments of an agent.
struct Given<'a> {
    given: &'a Map<String, Value>,
    root: &'a Root,
}

impl Given<'_> {
    fn text(&self, name: &str) -> Result<Option<String>, String> {
        let Some(value) = self.given.get(name) else { return Ok(None) };
        let text = value.as_str().ok_or_else(|| format!("`{name}` is no text"))?;
        Ok(Some(text.to_owned()))
    }

    fn path(&self, name: &str) -> Result<Option<String>, String> {
        let path = self.text(name)?;
        path.iter().try_for_each(|path| self.root.check(path))?;
        Ok(path)
    }

    fn id(&self) -> Result<String, String> {
        let id = self.text("id")?.ok_or("`id` is missing")?;
        if untrusted::is_id(&id) { Ok(id) } else { Err(format!("`{id}` is no id of a finding")) }
    }

    /// The definition of a language, and the targets behind everything that could be an option.
    fn programs(&self) -> Result<Vec<String>, String> {
        let definition = self.path("definition")?.map(|file| ["--def".to_owned(), file]);
        let targets = self.given.get("targets").and_then(Value::as_array);
        let targets =
            targets.filter(|all| !all.is_empty()).ok_or("`targets` is no list of texts")?;
        let mut args: Vec<String> =
            definition.into_iter().flatten().chain(["--".to_owned()]).collect();
        for target in targets {
            let target = target.as_str().ok_or("`targets` is no list of texts")?;
            self.root.check(target)?;
            args.push(target.to_owned());
        }
        Ok(args)
    }
}

impl Asked {
    /// Makes the call. A violation is an answer; input that cannot be used is an error.
    pub(super) fn call(&self, tool: &Tool, stop: &Stop) -> Result<Value, Unanswered> {
        let scratch = self.reports.then(tempfile::tempdir).transpose();
        let scratch = scratch
            .map_err(|error| Unanswered::Failed(format!("there is no scratch folder: {error}")))?;
        let file = scratch.as_ref().map(|folder| folder.path().join("report.json"));
        let report = file.iter().map(|file| format!("--report=json={}", file.display()));
        let (verb, rest) = self.args.split_first().expect("there is a verb");
        let args: Vec<String> =
            [verb.clone()].into_iter().chain(report).chain(rest.iter().cloned()).collect();
        let said = tool.call(&args, stop)?;
        let text = match said.stderr.trim().is_empty() {
            true => said.stdout.clone(),
            false => format!("{}{}", said.stdout, said.stderr),
        };
        let is_error = !matches!(said.exit, Some(0 | 1 | 3));
        let mut result = answered(&text, is_error);
        let report = file.and_then(|file| read::text(&file).ok());
        if let Some(report) = report.and_then(|text| serde_json::from_str::<Value>(&text).ok()) {
            result["structuredContent"] = report;
        }
        Ok(result)
    }
}

/// The answer to a call that could not be made.
pub(super) fn failed(why: &str) -> Value {
    answered(why, true)
}

fn answered(text: &str, is_error: bool) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": is_error })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tool: &str, given: Value, writing: Writing) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().expect("there is room");
        let root = Root::new(folder.path()).expect("it is there");
        asked(tool, &given, &root, writing).map(|asked| asked.args)
    }

    #[test]
    fn arguments_become_those_of_verbs() {
        let args = check(
            "check",
            json!({ "targets": ["a.toy", "b"], "spec": "s.trace" }),
            Writing::Refused,
        );
        let expected = ["check", "--timeout=60s", "--spec", "s.trace", "--", "a.toy", "b"];
        assert_eq!(args.expect("it is allowed"), expected);
        let args = check("explain", json!({ "code": "TOY001" }), Writing::Refused);
        assert_eq!(args.expect("it is allowed"), ["explain", "TOY001"]);
        let given = json!({ "id": "TOY001-abcdef", "write": true, "folder": "t" });
        let args = check("write_test", given, Writing::Allowed).expect("it is allowed");
        assert_eq!(args, ["test", "TOY001-abcdef", "--write", "--out", "t"]);
    }

    #[test]
    fn what_is_not_allowed_is_refused() {
        for (tool, given) in [
            ("check", json!({})),
            ("check", json!({ "targets": [] })),
            ("check", json!({ "targets": ["../x"] })),
            ("check", json!({ "targets": ["a"], "allow_native": true })),
            ("check", json!({ "targets": ["a"], "timeout": 3 })),
            ("check", json!({ "targets": ["a"], "spec": "/etc/passwd" })),
            ("list", json!({ "targets": ["--lang"] })),
            ("list", json!({ "targets": ["a"], "definition": "../a.k" })),
            ("explain", json!({ "code": "--help" })),
            ("replay", json!({ "id": "/etc/passwd" })),
            ("spec_check", json!({ "file": "/etc/passwd" })),
            ("write_test", json!({ "id": "TOY001-abcdef", "write": true })),
            ("shell", json!({})),
        ] {
            assert!(check(tool, given.clone(), Writing::Refused).is_err(), "{tool} {given}");
        }
    }
}
