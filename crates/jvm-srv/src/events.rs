//! Calls of a Java program as the events of a `.trace` spec.
//!
//! The operation `Class.method` of a spec is a call of that method, made by the application, on an
//! object of that class or of one below it. Its parameters are the receiver, if there is one, and the
//! arguments; `Class.new` is a constructor, whose result is the new object. An operation with a result
//! is an event when its call has returned; one without a result, when the call begins, so that a call
//! which throws an exception is an event, too. Calls that an event makes by itself are none.
//!
//! Values of `Int`, `Bool` and `String` are what Java has, in a box or not. Values of declared sorts are
//! objects by identity, numbered in the order in which events mention them: so the same object has the
//! same number in a run on terms and in one on values. `null` is the element with the number zero.
//!
//! A method with such events is a [`Script`], so the engine explores it under any monitor.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lang_jvm::parse::{MethodType, Type};
use lang_jvm::{
    Follower, Note, ObjectId, SeenCall, SeenValue, SharedFollower, SourceLine, Subject, Vm, Wanted,
};
use machine::{Event, Exit, Gap, Halt, Host, Script};
use rustc_hash::FxHashMap;
use term::{Op, Pool, Sort, SortNode, Symbol, Term};
use trace::Alphabet;

/// An operation of a spec, as a call.
#[derive(Clone, Debug)]
pub struct CallOperation {
    op: Symbol,
    /// `Class.method`.
    name: String,
    class: String,
    method: String,
    params: Vec<Sort>,
    result: Option<Sort>,
}

impl CallOperation {
    /// The operations of a spec. An error names one that is not written `Class.method`.
    pub fn all(pool: &Pool, alphabet: &Alphabet) -> Result<Vec<CallOperation>, String> {
        let operation = |op| {
            let (declared, name) = (alphabet.op(op), alphabet.name(pool, op));
            let (class, method) = name.rsplit_once('.').ok_or_else(|| name.to_owned())?;
            Ok(CallOperation {
                op: declared.name,
                name: name.to_owned(),
                class: class.to_owned(),
                method: method.to_owned(),
                params: declared.params().iter().map(|place| place.sort).collect(),
                result: declared.result().map(|place| place.sort),
            })
        };
        alphabet.ops().map(operation).collect()
    }

    /// Whether a call may be meant, as far as the member tells that an instruction names: its receiver
    /// may be of a class below.
    fn may_name(&self, method: &str, args: usize) -> bool {
        self.method == java_name(method)
            && (self.params.len() == args || self.params.len() == args + 1)
    }

    /// Whether a class is the one that is meant: by its full name or by its last part.
    fn is_class(&self, class: &str) -> bool {
        let dotted = class.replace(['/', '$'], ".");
        dotted == self.class
            || dotted.strip_suffix(&*self.class).is_some_and(|before| before.ends_with('.'))
    }

    fn is(&self, vm: &Vm, call: &SeenCall) -> bool {
        let member = &call.member;
        let is_new = is_new(call);
        let count = call.args.len() + usize::from(call.receiver.is_some() && !is_new);
        let is_class = || match call.receiver {
            Some(object) if !is_new => {
                vm.classes_of(object).into_iter().any(|class| self.is_class(class))
            }
            // The constructor of a superclass makes no object of its own.
            Some(object) => self.is_class(vm.class_name(object)) && self.is_class(&member.class),
            None => self.is_class(&member.class),
        };
        self.method == java_name(&member.name) && self.params.len() == count && is_class()
    }
}

/// The name of a method in specs.
fn java_name(name: &str) -> &str {
    if name == "<init>" { "new" } else { name }
}

fn is_new(call: &SeenCall) -> bool {
    &*call.member.name == "<init>"
}

/// Which calls a machine has to tell of for the operations of a spec.
#[must_use]
pub fn wanted_by(operations: &[CallOperation]) -> Wanted {
    let operations = operations.to_vec();
    Arc::new(move |member| {
        let types = MethodType::parse(&member.descriptor);
        types.is_some_and(|types| {
            let count = types.params.len();
            operations.iter().any(|operation| operation.may_name(&member.name, count))
        })
    })
}

/// A method whose calls are events. Its machine has to be one that tells of them ([`wanted_by`]).
pub struct Observable<'a> {
    subject: &'a Subject,
    operations: Arc<[CallOperation]>,
    /// The lines of the events of the run that ended last.
    lines: Mutex<Vec<SourceLine>>,
    /// The operations that occurred in any run.
    occurred: Mutex<BTreeSet<String>>,
    /// What was stubbed, simplified or taken for granted in any run.
    notes: Mutex<BTreeSet<Note>>,
}

impl<'a> Observable<'a> {
    /// The method with the events of a spec.
    #[must_use]
    pub fn new(subject: &'a Subject, operations: &[CallOperation]) -> Observable<'a> {
        Observable {
            subject,
            operations: operations.into(),
            lines: Mutex::default(),
            occurred: Mutex::default(),
            notes: Mutex::default(),
        }
    }

    /// What was stubbed, simplified or taken for granted in any run.
    #[must_use]
    pub fn notes(&self) -> BTreeSet<Note> {
        lock(&self.notes).clone()
    }

    /// The operations that occurred in any run. A spec that names no call of the program says nothing
    /// about it.
    #[must_use]
    pub fn occurred(&self) -> BTreeSet<String> {
        lock(&self.occurred).clone()
    }

    /// The lines of the events of the run that ended last: of use where one run is made at a time.
    #[must_use]
    pub fn lines(&self) -> Vec<SourceLine> {
        lock(&self.lines).clone()
    }
}

impl Script for Observable<'_> {
    fn run(&self, host: &mut dyn Host) -> Result<Exit, Halt> {
        let emitter = Arc::new(Mutex::new(Emitter::new(&self.operations)));
        let follower: SharedFollower = Arc::<Mutex<Emitter>>::clone(&emitter);
        let ended = self.subject.run_followed(host, follower);
        let mut emitter = lock(&emitter);
        let names = emitter.occurred.iter().map(|at| self.operations[*at].name.clone());
        lock(&self.occurred).extend(names);
        *lock(&self.lines) = std::mem::take(&mut emitter.lines);
        lock(&self.notes).append(&mut emitter.notes);
        ended
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells the host of calls that are events.
struct Emitter {
    operations: Arc<[CallOperation]>,
    /// The operations of the calls that have not ended.
    open: Vec<Option<usize>>,
    /// The objects that events mentioned, by their numbers.
    objects: FxHashMap<ObjectId, u32>,
    lines: Vec<SourceLine>,
    occurred: BTreeSet<usize>,
    notes: BTreeSet<Note>,
}

impl Emitter {
    fn new(operations: &Arc<[CallOperation]>) -> Emitter {
        let (open, objects, lines) = (Vec::new(), FxHashMap::default(), Vec::new());
        let (operations, occurred, notes) =
            (Arc::clone(operations), BTreeSet::new(), BTreeSet::new());
        Emitter { operations, open, objects, lines, occurred, notes }
    }

    /// Whether a call is made by an event.
    fn is_inside(&self) -> bool {
        self.open.iter().any(Option::is_some)
    }

    fn emit(
        &mut self,
        vm: &Vm,
        host: &mut dyn Host,
        call: &SeenCall,
        at: usize,
    ) -> Result<(), Halt> {
        let operations = Arc::clone(&self.operations);
        let operation = &operations[at];
        self.lines.push(vm.line_of(call.at));
        self.occurred.insert(at);
        match self.event(vm, host.pool(), call, operation) {
            Ok(event) => host.emit(event),
            Err(what) => Err(host.unsupported(Gap { what, span: None })),
        }
    }

    /// The event of a call; an error says what of it is not modelled.
    fn event(
        &mut self,
        vm: &Vm,
        pool: &Pool,
        call: &SeenCall,
        operation: &CallOperation,
    ) -> Result<Event, String> {
        let types = MethodType::parse(&call.member.descriptor)
            .ok_or_else(|| format!("a call of `{}` without a type", operation.name))?;
        let object = Type::Reference("java/lang/Object".into());
        let receiver = call.receiver.map(|id| (SeenValue::Object(Some(id)), object));
        let passed = receiver.clone().filter(|_| !is_new(call)).into_iter();
        let values = passed.chain(call.args.iter().copied().zip(types.params));
        let mut args = Vec::new();
        for ((value, kind), sort) in values.zip(&operation.params) {
            args.push(self.value(vm, pool, value, &kind, *sort, operation)?);
        }
        let returned = match is_new(call) {
            true => receiver,
            false => call.result.zip(types.result),
        };
        let result = match (operation.result, returned) {
            (None, _) => None,
            (Some(sort), Some((value, kind))) => {
                Some(self.value(vm, pool, value, &kind, sort, operation)?)
            }
            (Some(_), None) => return Err(format!("a result of `{}`", operation.name)),
        };
        Ok(Event { op: operation.op, args, result, span: None })
    }

    fn value(
        &mut self,
        vm: &Vm,
        pool: &Pool,
        value: SeenValue,
        kind: &Type,
        sort: Sort,
        operation: &CallOperation,
    ) -> Result<Term, String> {
        let known = match (value, pool.sort_node(sort)) {
            (SeenValue::Object(object), SortNode::Elem(_)) => {
                Some(self.identity(pool, object, sort))
            }
            (SeenValue::Object(Some(id)), SortNode::Text) => {
                vm.text_of(id).map(|text| pool.text(&text))
            }
            (SeenValue::Object(Some(id)), _) => {
                vm.unboxed(id).and_then(|(kind, value)| plain(pool, value, &kind, sort))
            }
            (value, _) => plain(pool, value, kind, sort),
        };
        known.ok_or_else(|| {
            let sort = pool.show_sort(sort);
            format!("a value of `{}` that is not known as a value of {sort}", operation.name)
        })
    }

    /// The element that stands for an object.
    fn identity(&mut self, pool: &Pool, object: Option<ObjectId>, sort: Sort) -> Term {
        let Some(object) = object else { return pool.elem(sort, 0) };
        let next = u32::try_from(self.objects.len()).map_or(u32::MAX, |len| len + 1);
        pool.elem(sort, *self.objects.entry(object).or_insert(next))
    }
}

/// A number or a truth value of a sort.
fn plain(pool: &Pool, value: SeenValue, kind: &Type, sort: Sort) -> Option<Term> {
    let is_number = !matches!(kind, Type::Float | Type::Double | Type::Reference(_));
    let number = match value {
        SeenValue::Number(bits) => match kind {
            Type::Long => Number::Known(bits),
            // The upper half of a slot says nothing.
            _ => Number::Known(i64::from(bits as i32)),
        },
        SeenValue::Unknown(term) => Number::Unknown(term),
        SeenValue::Object(_) => return None,
    };
    match (number, pool.sort_node(sort)) {
        (Number::Known(number), SortNode::Int) if is_number => Some(pool.int(number)),
        (Number::Unknown(word), SortNode::Int) if is_number => signed(pool, word),
        (Number::Known(number), SortNode::Bool) if *kind == Type::Boolean => {
            Some(pool.bool(number != 0))
        }
        (Number::Unknown(word), SortNode::Bool) if *kind == Type::Boolean => {
            let &SortNode::BitVec(width) = pool.sort_node(pool.sort(word)) else { return None };
            Some(pool.not(pool.eq(word, pool.bitvec(width, 0))))
        }
        _ => None,
    }
}

enum Number {
    Known(i64),
    Unknown(Term),
}

/// The integer that a machine word is.
fn signed(pool: &Pool, word: Term) -> Option<Term> {
    let &SortNode::BitVec(width) = pool.sort_node(pool.sort(word)) else { return None };
    let natural = pool.word(Op::BvToInt, &[word]);
    let is_negative = pool.word(Op::BvSlt, &[word, pool.bitvec(width, 0)]);
    let half = pool.int(i64::MIN >> (64 - width));
    let below = pool.add(&[natural, half, half]);
    Some(pool.ite(is_negative, below, natural))
}

impl Follower for Emitter {
    fn starts(&mut self) {
        self.open.clear();
        self.objects.clear();
        self.lines.clear();
    }

    fn enters(&mut self, _: &[(usize, ObjectId)]) {}

    fn calls(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall) -> Result<(), Halt> {
        let found = self.operations.iter().position(|operation| operation.is(vm, call));
        let begins = found.filter(|at| self.operations[*at].result.is_none() && !self.is_inside());
        self.open.push(found);
        begins.map_or(Ok(()), |at| self.emit(vm, host, call, at))
    }

    fn returns(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall) -> Result<(), Halt> {
        let found = self.open.pop().flatten();
        let ended = found.filter(|at| self.operations[*at].result.is_some() && !self.is_inside());
        ended.map_or(Ok(()), |at| self.emit(vm, host, call, at))
    }

    fn fails(&mut self, _: &Vm, _: &mut dyn Host, _: &SeenCall) {
        self.open.pop();
    }

    fn chooses(&mut self, _: &Vm) {}

    fn ends(&mut self, vm: &Vm) {
        self.notes.clone_from(vm.notes());
    }
}
