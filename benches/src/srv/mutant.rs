//! Programs with an event put in at a random branch, as the paper makes them.
//!
//! The branches are those that a search came to. One is chosen at which a variable, or a field of
//! `this`, holds an object that the property is about; behind its jump one method of that object is
//! called. That need not break the property.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use jvm_srv::Met;
use lang_jvm::ClassPath;
use lang_jvm::code::{Body, Op};
use lang_jvm::parse::{ClassFile, Flags, MethodInfo};
use test_support::Dice;

use crate::held::{Locals, held, offsets};
use crate::patch::{Extra, Jump, patch};
use crate::subject::{Objects, What};

/// The call that is put in: on objects of a class.
#[derive(Clone, Copy)]
struct Injected {
    class: &'static str,
    name: &'static str,
    kind: &'static str,
    of_interface: bool,
}

/// The event that is put in for a property; none for properties of the programs' own.
fn injected(what: What) -> Option<Injected> {
    let virtually = |class, name| Injected { class, name, kind: "()V", of_interface: false };
    let taken =
        |class, name| Injected { class, name, kind: "()Ljava/lang/Object;", of_interface: true };
    let What::BuiltIn(name, objects) = what else { return None };
    Some(match (name, objects) {
        ("enumeration", _) => taken("java/util/Enumeration", "nextElement"),
        ("iterator", Objects::One) => taken("java/util/Iterator", "next"),
        ("iterator", Objects::Several) => {
            Injected { of_interface: true, ..virtually("java/util/Collection", "clear") }
        }
        ("reader", Objects::One) => virtually("java/io/Reader", "close"),
        ("reader", Objects::Several) => virtually("java/io/InputStream", "close"),
        ("writer", Objects::One) => virtually("java/io/Writer", "close"),
        ("writer", Objects::Several) => virtually("java/io/OutputStream", "close"),
        _ => return None,
    })
}

/// A program with an event put in: one class of it.
pub(crate) struct Mutant {
    class: String,
    bytes: Vec<u8>,
    /// Where the event is and what it is, for people.
    pub(crate) place: String,
}

impl Mutant {
    /// Writes the class into a folder.
    pub(crate) fn write(&self, folder: &Path) {
        let file: PathBuf = folder.join(format!("{}.class", self.class));
        let parent = file.parent().expect("a file is in a folder");
        std::fs::create_dir_all(parent).expect("there is room");
        std::fs::write(file, &self.bytes).expect("there is room");
    }
}

/// Some mutants among those that are possible at branches that a search came to, always the same.
/// If there are not enough, other branches of the methods that were running then are taken, too.
pub(crate) fn choose(path: &ClassPath, met: &[Met], what: What, count: usize) -> Vec<Mutant> {
    let Some(injected) = injected(what) else { return Vec::new() };
    let mut kin = Kin { path, known: BTreeMap::new() };
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (class, met) in by_class(met) {
        let Ok(Some((bytes, false))) = path.class(class) else { continue };
        let Ok(file) = ClassFile::parse(&bytes) else { continue };
        for method in &file.methods {
            let Some(met) = met.get(&(&*method.name, &*method.descriptor)) else { continue };
            for (index, possible) in in_method(&file, method, injected, &mut kin) {
                if met.contains(&index) { &mut first } else { &mut second }.push(possible);
            }
        }
    }
    let mut dice = Dice::new(2018);
    let mut chosen = Vec::new();
    for mut possible in [first, second] {
        while chosen.len() < count && !possible.is_empty() {
            let taken = possible.swap_remove(dice.below(possible.len()));
            chosen.extend(made(path, &taken));
        }
    }
    chosen
}

/// The instructions of methods, by name and type.
type InMethods<'m> = BTreeMap<(&'m str, &'m str), BTreeSet<u32>>;

fn by_class(met: &[Met]) -> BTreeMap<&str, InMethods<'_>> {
    let mut classes: BTreeMap<&str, InMethods<'_>> = BTreeMap::new();
    for place in met {
        let methods = classes.entry(&place.class).or_default();
        methods.entry((&place.method, &place.descriptor)).or_default().insert(place.index);
    }
    classes
}

/// An event that could be put in.
struct Possible {
    class: String,
    jump: Jump,
    extra: Extra,
}

/// The mutant, if the class can be written.
fn made(path: &ClassPath, possible: &Possible) -> Option<Mutant> {
    let Possible { class, jump, extra } = possible;
    let (bytes, _) = path.class(class).ok().flatten().expect("it was read before");
    let bytes = patch(&bytes, jump, extra)?;
    let of =
        extra.field.as_ref().map_or(format!("variable {}", extra.local), |field| field[1].clone());
    let [_, name, _] = &extra.method;
    let place = format!("{name} of {of} at {class}.{}:{}", jump.method[0], jump.offset);
    Some(Mutant { class: class.clone(), bytes, place })
}

/// What can be put in at the jumps of a method.
fn in_method(
    file: &ClassFile,
    method: &MethodInfo,
    injected: Injected,
    kin: &mut Kin<'_>,
) -> Vec<(u32, Possible)> {
    let Some(code) = &method.code else { return Vec::new() };
    let Ok(body) = Body::read(code, &file.constants) else { return Vec::new() };
    let offsets = offsets(&code.bytes);
    if offsets.len() != body.ops.len() {
        return Vec::new();
    }
    let held = held(file, method, &body);
    let mut found = Vec::new();
    for (index, op) in body.ops.iter().enumerate() {
        let (Op::Branch(..), Some(locals)) = (op, &held[index]) else { continue };
        for extra in extras(file, method, locals, injected, kin) {
            let method = [method.name.to_string(), method.descriptor.to_string()];
            let jump = Jump { method, offset: offsets[index] };
            found.push((index as u32, Possible { class: file.name.to_string(), jump, extra }));
        }
    }
    found
}

/// What can be called where variables hold objects of these classes.
fn extras(
    file: &ClassFile,
    method: &MethodInfo,
    locals: &Locals,
    injected: Injected,
    kin: &mut Kin<'_>,
) -> Vec<Extra> {
    let Injected { class, name, kind, of_interface } = injected;
    let called = [class, name, kind].map(str::to_owned);
    let extra = |local: u8, field: Option<[String; 3]>| Extra {
        local,
        field,
        method: called.clone(),
        of_interface,
    };
    let held = locals.iter().filter(|(local, held)| **local < 256 && kin.is_a(held, class));
    let mut found: Vec<Extra> = held.map(|(local, _)| extra(*local as u8, None)).collect();
    if !method.flags.has(Flags::STATIC) && &*method.name != "<init>" {
        for field in file.fields.iter().filter(|field| !field.flags.has(Flags::STATIC)) {
            let kept = field.descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
            if kept.is_some_and(|kept| kin.is_a(kept, class)) {
                let [name, kind] = [&field.name, &field.descriptor].map(|part| part.to_string());
                found.push(extra(0, Some([file.name.to_string(), name, kind])));
            }
        }
    }
    found
}

/// Which classes extend or implement which.
struct Kin<'p> {
    path: &'p ClassPath,
    known: BTreeMap<String, Vec<String>>,
}

impl Kin<'_> {
    fn is_a(&mut self, class: &str, ancestor: &str) -> bool {
        let mut waiting = vec![class.to_owned()];
        let mut seen = BTreeSet::new();
        while let Some(class) = waiting.pop() {
            if class == ancestor {
                return true;
            }
            if seen.insert(class.clone()) {
                waiting.extend(self.parents(&class));
            }
        }
        false
    }

    fn parents(&mut self, class: &str) -> Vec<String> {
        if let Some(known) = self.known.get(class) {
            return known.clone();
        }
        let read = self.path.class(class).ok().flatten();
        let read = read.and_then(|(bytes, _)| ClassFile::parse(&bytes).ok());
        let parents: Vec<String> = read.map_or(Vec::new(), |file| {
            let above = file.super_name.iter().chain(&file.interfaces);
            above.map(|name| name.to_string()).collect()
        });
        self.known.insert(class.to_owned(), parents.clone());
        parents
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use lang_jvm::find_jdk;

    use super::*;
    use crate::program::compile;

    /// Jumps over variables that come and go, with values on the stack, forward and backward, in a
    /// constructor, and around an exception; `main` loads each version of the class anew and runs it.
    const SAMPLE: &str = r#"
import java.io.*;

public class Sample {
    StringReader kept = new StringReader("kept");

    public Sample(Reader given, int number) throws IOException {
        if (number > 2) number--;
        this.number = number > 1 ? given.read() : 0;
    }

    int number;

    int loop(Reader reader, long wide, boolean flag) throws IOException {
        int sum = 0;
        for (int at = 0; at < 3; at++) {
            BufferedReader inner = at == 1 ? new BufferedReader(reader) : null;
            if (inner != null && wide > 5) sum += inner.read();
            try {
                double other = flag ? 1.5 : wide;
                while (other > 1) other /= 2;
            } catch (RuntimeException wrong) {
                sum--;
            }
        }
        String text = "a" + (flag ? reader.toString().length() > 0 ? "x" : "y" : "z");
        return sum + text.length();
    }

    public static String run() {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < 4; at++) {
            try {
                Sample sample = new Sample(new StringReader("abc"), at);
                out.append(sample.loop(new StringReader("def"), at * 4, at > 1)).append(' ');
            } catch (IOException closed) {
                out.append("closed ");
            } catch (NullPointerException none) {
                out.append("null ");
            }
        }
        return out.toString();
    }

    public static void main(String[] folders) throws Exception {
        for (String folder : folders) {
            java.net.URL[] urls = {new File(folder).toURI().toURL()};
            ClassLoader loader = new java.net.URLClassLoader(urls, null);
            System.out.println(loader.loadClass("Sample").getMethod("run").invoke(null));
        }
    }
}
"#;

    fn jdk() -> Option<PathBuf> {
        if !testbed::Tool::Javac.is_there() {
            return None;
        }
        let search: Vec<PathBuf> =
            std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
        let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
        find_jdk(named.as_deref(), &search).ok()
    }

    /// All mutants of the sample, each in a folder.
    fn mutants(jdk: &Path, folder: &Path) -> Vec<PathBuf> {
        let source = folder.join("Sample.java");
        std::fs::write(&source, SAMPLE).expect("there is room");
        assert!(compile(jdk, &source, &[], folder), "javac compiles");
        let path = ClassPath::open(jdk, &[folder.to_owned()]).expect("classes can be read");
        let methods = ["<init>(Ljava/io/Reader;I)V", "loop(Ljava/io/Reader;JZ)I"];
        let met = methods.map(|method| {
            let (name, rest) = method.split_once('(').expect("it has a type");
            let [class, method] = ["Sample", name].map(str::to_owned);
            Met { class, method, descriptor: format!("({rest}"), index: 0 }
        });
        let all = choose(&path, &met, What::BuiltIn("reader", Objects::One), usize::MAX);
        let in_folder = |(at, mutant): (usize, &Mutant)| {
            let folder = folder.join(format!("mutant{at}"));
            mutant.write(&folder);
            folder
        };
        all.iter().enumerate().map(in_folder).collect()
    }

    #[test]
    fn mutants_pass_the_verifier_and_do_something_else() {
        let Some(jdk) = jdk() else { return };
        let folder = tempfile::tempdir().expect("there is room");
        let mutants = mutants(&jdk, folder.path());
        assert!(mutants.len() > 12, "{} mutants", mutants.len());
        let mut java = Command::new(jdk.join("bin/java"));
        java.arg("-cp").arg(folder.path()).arg("Sample").arg(folder.path()).args(&mutants);
        let output = java.output().expect("java runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 1 + mutants.len(), "{text}");
        assert_eq!(lines[0], "2 2 102 102 ", "the original");
        let others = lines[1..].iter().filter(|line| line.contains("closed")).count();
        assert!(others > 2, "{text}");
    }

    #[test]
    fn the_same_mutants_are_chosen_every_time() {
        let Some(jdk) = jdk() else { return };
        let folder = tempfile::tempdir().expect("there is room");
        mutants(&jdk, folder.path());
        let path = ClassPath::open(&jdk, &[folder.path().to_owned()]).expect("classes");
        let [class, method] = ["Sample", "loop"].map(str::to_owned);
        let descriptor = "(Ljava/io/Reader;JZ)I".to_owned();
        let met = [Met { class, method, descriptor, index: 0 }];
        let chosen = || -> Vec<String> {
            let what = What::BuiltIn("reader", Objects::One);
            choose(&path, &met, what, 3).into_iter().map(|mutant| mutant.place).collect()
        };
        assert_eq!(chosen().len(), 3);
        assert_eq!(chosen(), chosen());
    }
}
