//! The start of a machine.
//!
//! `System.initPhase1` and its followers are not run: they set up modules, loaders and signal
//! handlers that nothing here needs. What programs see of them is put in place by hand.

use std::collections::BTreeSet;

use machine::Host;
use rustc_hash::{FxHashMap, FxHashSet};

use super::class::ClassId;
use super::files::Files;
use super::follow::Following;
use super::heap::Heap;
use super::invoke::Ended;
use super::native::{RUNNING, Tables, UNINITIALIZED};
use super::path_facts::PathFacts;
use super::trap::Trap;
use super::value::{Ref, Value};
use super::vm::{FUEL, InitState, Vm};
use crate::class_path::ClassPath;
use crate::error::JvmError;
use crate::options::VmOptions;
use crate::plain::Plain;

/// What `System.getProperty` answers.
const PROPERTIES: [(&str, &str); 25] = [
    ("java.version", "17.0.15"),
    ("java.specification.version", "17"),
    ("java.vm.specification.version", "17"),
    ("java.class.version", "61.0"),
    ("java.vendor", "Tracehound"),
    ("java.vm.name", "Tracehound"),
    ("java.home", "/java"),
    ("java.class.path", ""),
    ("java.library.path", ""),
    ("java.io.tmpdir", "/tmp"),
    ("os.name", "Linux"),
    ("os.arch", "amd64"),
    ("os.version", "1"),
    ("file.separator", "/"),
    ("path.separator", ":"),
    ("line.separator", "\n"),
    ("file.encoding", "UTF-8"),
    ("native.encoding", "UTF-8"),
    ("sun.jnu.encoding", "UTF-8"),
    ("user.dir", "/"),
    ("user.home", "/"),
    ("user.name", "user"),
    ("jdk.debug", "release"),
    ("user.language", "en"),
    ("user.country", "US"),
];

/// The value of a system property when a program starts.
pub(super) fn given_property(name: &str) -> Option<&'static str> {
    PROPERTIES.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

impl Vm {
    /// A machine that has just been started, over these classes.
    pub fn boot(path: ClassPath, options: VmOptions) -> Result<Vm, JvmError> {
        let mut vm = Vm::empty(path, options);
        let mut host = Plain::new();
        match vm.start(&mut host) {
            Ok(()) => {
                vm.freeze();
                // What the start itself left out is the same for every program.
                vm.notes.clear();
                Ok(vm)
            }
            Err(trap) => Err(JvmError::boot(vm.explain(trap))),
        }
    }

    fn empty(path: ClassPath, options: VmOptions) -> Vm {
        Vm {
            path,
            options,
            classes: Vec::new(),
            class_names: FxHashMap::default(),
            methods: Vec::new(),
            sigs: FxHashMap::default(),
            code: Vec::new(),
            wides: Vec::new(),
            switches: Vec::new(),
            returns: FxHashMap::default(),
            sites: Vec::new(),
            selected: FxHashMap::default(),
            call_sites: FxHashMap::default(),
            accesses: Vec::new(),
            texts: Vec::new(),
            text_ids: FxHashMap::default(),
            tables: Tables::default(),
            heap: Heap::new(),
            statics: Vec::new(),
            states: Vec::new(),
            mirrors: Vec::new(),
            mirrored: FxHashMap::default(),
            handles: FxHashMap::default(),
            interned: Vec::new(),
            unknown_boxes: FxHashSet::default(),
            written: Vec::new(),
            open_arrays: 0,
            own_streams: Vec::new(),
            thread: Ref::NULL,
            output: Vec::new(),
            errors: Vec::new(),
            files: Files::default(),
            input: None,
            echo: None,
            notes: BTreeSet::new(),
            inputs: 0,
            snapshot: None,
            silent: None,
            following: Following::default(),
            path_facts: PathFacts::default(),
            stack: vec![Value::ZERO; 4096],
            frames: Vec::new(),
            frame_limit: options.sure_frames.min(options.max_frames),
            nested: 0,
            pc: 0,
            sp: 0,
            base: 0,
            fuel: FUEL,
            executed: 0,
            started: 0,
        }
    }

    fn start(&mut self, host: &mut dyn Host) -> Result<(), Trap> {
        for class in UNINITIALIZED {
            let class = self.load(class)?;
            self.states[class.0 as usize] = InitState::Ready;
        }
        self.initialize_now(host, "java/lang/String")?;
        self.set_static_named("java/lang/String", "COMPACT_STRINGS", Value::bool(false))?;
        self.start_thread()?;
        self.set_properties(host)?;
        self.initialize_now(host, "java/lang/Throwable")?;
        // Reflection asks for what this one leaves behind, without making sure that it is there.
        self.initialize_now(host, "java/lang/reflect/AccessibleObject")?;
        self.call_named(host, "java/lang/System", "setJavaLangAccess", "()V", &[])?;
        self.set_static_named("jdk/internal/misc/VM", "initLevel", Value::int(4))?;
        self.open_streams(host)
    }

    /// The only thread, as if it had been started.
    fn start_thread(&mut self) -> Result<(), Trap> {
        let group_class = self.load("java/lang/ThreadGroup")?;
        let group = self.new_instance(group_class);
        let name = self.new_text("main")?;
        self.set_named(group, "name", Value::reference(name));
        self.set_named(group, "maxPriority", Value::int(10));
        let thread_class = self.load("java/lang/Thread")?;
        let thread = self.new_instance(thread_class);
        self.thread = thread;
        self.set_named(thread, "name", Value::reference(name));
        self.set_named(thread, "group", Value::reference(group));
        self.set_named(thread, "priority", Value::int(5));
        self.set_named(thread, "tid", Value::long(1));
        self.set_named(thread, "threadStatus", Value::int(RUNNING));
        Ok(())
    }

    fn set_properties(&mut self, host: &mut dyn Host) -> Result<(), Trap> {
        let props = self.construct(host, "java/util/Properties", "()V", &[])?;
        let saved = self.construct(host, "java/util/HashMap", "()V", &[])?;
        for (key, value) in PROPERTIES {
            let [key, value] = [self.new_text(key)?, self.new_text(value)?].map(Value::reference);
            let put = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
            self.call_named(
                host,
                "java/util/Properties",
                "put",
                put,
                &[Value::reference(props), key, value],
            )?;
            self.call_named(
                host,
                "java/util/HashMap",
                "put",
                put,
                &[Value::reference(saved), key, value],
            )?;
        }
        self.initialize_now(host, "jdk/internal/misc/VM")?;
        self.set_static_named("jdk/internal/misc/VM", "savedProps", Value::reference(saved))?;
        self.initialize_now(host, "java/lang/System")?;
        self.set_static_named("java/lang/System", "props", Value::reference(props))?;
        let newline = self.new_text("\n")?;
        self.set_static_named("java/lang/System", "lineSeparator", Value::reference(newline))
    }

    fn open_streams(&mut self, host: &mut dyn Host) -> Result<(), Trap> {
        self.initialize_now(host, "java/io/FileDescriptor")?;
        for (name, field) in [("out", "out"), ("err", "err")] {
            let descriptor = self.static_named("java/io/FileDescriptor", name)?;
            let kind = "(Ljava/io/FileDescriptor;)V";
            let file = self.construct(host, "java/io/FileOutputStream", kind, &[descriptor])?;
            let args = [Value::reference(file), Value::int(8192)];
            let kind = "(Ljava/io/OutputStream;I)V";
            let buffer = self.construct(host, "java/io/BufferedOutputStream", kind, &args)?;
            let args = [Value::reference(buffer), Value::bool(true)];
            let kind = "(Ljava/io/OutputStream;Z)V";
            let stream = self.construct(host, "java/io/PrintStream", kind, &args)?;
            self.own_streams.push(stream);
            self.set_static_named("java/lang/System", field, Value::reference(stream))?;
        }
        let descriptor = self.static_named("java/io/FileDescriptor", "in")?;
        let kind = "(Ljava/io/FileDescriptor;)V";
        let input = self.construct(host, "java/io/FileInputStream", kind, &[descriptor])?;
        self.set_static_named("java/lang/System", "in", Value::reference(input))
    }

    /// Makes an object and runs a constructor on it.
    pub(super) fn construct(
        &mut self,
        host: &mut dyn Host,
        class: &str,
        descriptor: &str,
        args: &[Value],
    ) -> Result<Ref, Trap> {
        let id = self.initialize_now(host, class)?;
        let object = self.new_instance(id);
        let mut all = vec![Value::reference(object)];
        all.extend_from_slice(args);
        self.call_named(host, class, "<init>", descriptor, &all)?;
        Ok(object)
    }

    /// Calls a method of the JDK and returns its result. All arguments are of one slot.
    pub(super) fn call_named(
        &mut self,
        host: &mut dyn Host,
        class: &str,
        name: &str,
        descriptor: &str,
        args: &[Value],
    ) -> Result<Option<Value>, Trap> {
        let id = self.load(class)?;
        let sig = self.sig(name, descriptor);
        let method = self.find_method(id, sig).ok_or_else(|| {
            super::trap::raise("java/lang/NoSuchMethodError", format!("{class}.{name}"))
        })?;
        match self.call(host, method, args)? {
            Ended::Returned(value) => Ok(value),
            Ended::Threw(object) => Err(Trap::Throw(object)),
        }
    }

    /// Runs the initialiser of a class while nothing else runs.
    pub(super) fn initialize_now(
        &mut self,
        host: &mut dyn Host,
        class: &str,
    ) -> Result<ClassId, Trap> {
        let id = self.load(class)?;
        let depth = self.frames.len();
        while self.states[id.0 as usize] == InitState::Linked || self.frames.len() > depth {
            if self.frames.len() > depth {
                self.run_initializers(host, depth)?;
            } else {
                match self.ensure_ready(id) {
                    Ok(()) | Err(Trap::Retry) => {}
                    Err(other) => return Err(other),
                }
            }
        }
        Ok(id)
    }

    /// Runs frames of initialisers that were pushed onto nothing.
    fn run_initializers(&mut self, host: &mut dyn Host, depth: usize) -> Result<(), Trap> {
        // The outermost frame ends the run as one that was called from outside.
        if let Some(frame) = self.frames.get_mut(depth) {
            frame.kind = super::vm::FrameKind::Entry;
        }
        match self.run(host, depth)? {
            Ended::Returned(_) => Ok(()),
            Ended::Threw(object) => Err(Trap::Throw(object)),
        }
    }

    /// A trap in words.
    pub(super) fn explain(&mut self, trap: Trap) -> String {
        match trap {
            Trap::Throw(object) => {
                let mut text = self.describe(object);
                for (method, pc) in self.trace_of(object) {
                    text += &format!("\n\tat {}", self.place(method, pc));
                }
                text
            }
            Trap::Raise(raise) => match raise.message {
                Some(message) => format!("{}: {message}", raise.class.replace('/', ".")),
                None => raise.class.replace('/', "."),
            },
            Trap::Gap(what) => format!("{what} is not modelled"),
            Trap::Retry | Trap::Halt(_) => "the run was ended from outside".to_owned(),
            Trap::Discard => "an assumption does not hold".to_owned(),
            Trap::Exit(status) => format!("the program exited with {status}"),
        }
    }
}
