//! From terms to nodes.

use smallvec::SmallVec;
use term::{Literal, Op, Pool, Sort, Term};

use super::Closure;
use super::kind::Kind;
use super::merge::Undo;
use super::node::{NewNode, Node, Role};
use super::number::is_linear;
use super::proof::{Premise, Reason};

/// Beyond this many nodes, terms become constants of which nothing is known: a path about a list of
/// a million elements is for the solvers behind this one.
pub(super) const MOST_NODES: usize = 1 << 16;

/// The operator of a node without operands about whose making nothing is to be concluded.
const OPAQUE: Op = Op::Not;

impl Closure {
    pub(super) fn add_truth_values(&mut self) {
        for (term, node) in [(Term::FALSE, Node::FALSE), (Term::TRUE, Node::TRUE)] {
            let new = NewNode {
                term: Some(term),
                op: OPAQUE,
                sort: Sort::BOOL,
                kind: Kind::Bool,
                role: Role::Plain,
            };
            let made = self.nodes.push(new, &[]);
            assert_eq!(made, node, "the truth values come first");
            self.nodes[node].value = Some(node);
            self.by_term.insert(term, node);
        }
    }

    /// The node of a term; made with those of its operands if it is new.
    pub(super) fn node_of(&mut self, pool: &Pool, term: Term) -> Node {
        if let Some(node) = self.by_term.get(&term) {
            return *node;
        }
        let mut todo: SmallVec<[Term; 16]> = SmallVec::from_elem(term, 1);
        while let Some(&next) = todo.last() {
            let before = todo.len();
            let args = self.operands(pool, next);
            if self.by_term.contains_key(&next) {
                todo.pop();
                continue;
            }
            todo.extend(args.iter().copied().filter(|arg| !self.by_term.contains_key(arg)));
            if todo.len() == before {
                self.add_term(pool, next, args);
                todo.pop();
            }
        }
        self.by_term[&term]
    }

    fn operands<'a>(&self, pool: &'a Pool, term: Term) -> &'a [Term] {
        if self.nodes.len() < MOST_NODES { pool.args(term) } else { &[] }
    }

    fn add_term(&mut self, pool: &Pool, term: Term, args: &[Term]) {
        let sort = pool.sort(term);
        let is_whole = args.len() == pool.args(term).len();
        let op = if is_whole { pool.op(term) } else { OPAQUE };
        let args: SmallVec<[Node; 4]> = args.iter().map(|arg| self.by_term[arg]).collect();
        let kind = self.kinds.of(pool, sort);
        let role = if is_whole { self.role(pool, term) } else { Role::Plain };
        if !is_whole || !self.is_modelled_term(pool, term) {
            self.counts.gaps += 1;
        }
        let node = self.add_node(NewNode { term: Some(term), op, sort, kind, role }, &args);
        self.by_term.insert(term, node);
        match op {
            Op::Lit(_) if matches!(pool.as_literal(term), Some(Literal::Real(_))) => {
                self.add_number(pool, node);
            }
            Op::Le | Op::Lt if role == Role::Atom => {
                args.iter().for_each(|side| self.involve(pool, *side));
            }
            _ if is_linear(pool, term) => self.involve(pool, node),
            _ => {}
        }
    }

    fn role(&self, pool: &Pool, term: Term) -> Role {
        match pool.op(term) {
            Op::Is(_) | Op::Eq | Op::Not => Role::Atom,
            Op::Le | Op::Lt if compares_integers(pool, term) => Role::Atom,
            Op::Apply(func) if self.is_order(func) => Role::Atom,
            Op::Ite => Role::Choice,
            _ => Role::Plain,
        }
    }

    fn is_modelled_term(&self, pool: &Pool, term: Term) -> bool {
        match pool.op(term) {
            Op::Lit(_)
            | Op::Var(_)
            | Op::Apply(_)
            | Op::Construct(_)
            | Op::Field(..)
            | Op::Is(_)
            | Op::Eq
            | Op::Not
            | Op::Ite => true,
            Op::Le | Op::Lt => compares_integers(pool, term),
            _ => is_linear(pool, term),
        }
    }

    /// The node of an operator over nodes: a known one, if there is a congruent one.
    pub(super) fn node_over(&mut self, pool: &Pool, op: Op, sort: Sort, args: &[Node]) -> Node {
        let nodes = &self.nodes;
        let hash = nodes.signature_hash(op, sort, args);
        let same = |known: &Node| nodes.has_signature(*known, op, sort, args);
        if let Some(known) = self.table.find(hash, same) {
            return *known;
        }
        let kind = self.kinds.of(pool, sort);
        self.add_node(NewNode { term: None, op, sort, kind, role: Role::Plain }, args)
    }

    fn add_node(&mut self, new: NewNode, args: &[Node]) -> Node {
        let node = self.nodes.push(new, args);
        self.trail.push(Undo::Node);
        self.count_kind(new);
        let is_value = matches!(new.op, Op::Lit(_) | Op::Construct(_));
        if is_value {
            self.nodes[node].value = Some(node);
        }
        if let Kind::Data { all, .. } = new.kind {
            self.add_data(node, all);
        }
        if !is_value && matches!(new.kind, Kind::Bool | Kind::Data { .. })
            || new.role == Role::Choice
        {
            self.open.push(node);
        }
        self.connect(node, new, args);
        node
    }

    fn count_kind(&mut self, new: NewNode) {
        match new.kind {
            Kind::Opaque => self.counts.gaps += 1,
            Kind::Word(width) => {
                let counts = &mut self.counts;
                counts.narrowest =
                    if counts.words == 0 { width } else { counts.narrowest.min(width) };
                counts.words += 1;
            }
            Kind::Bool | Kind::Endless | Kind::Data { .. } => {}
        }
    }

    /// Tells the operands who uses them, and the table. Atoms have a meaning instead.
    fn connect(&mut self, node: Node, new: NewNode, args: &[Node]) {
        if new.role == Role::Atom || (args.is_empty() && !matches!(new.op, Op::Construct(_))) {
            return;
        }
        for arg in args {
            let root = self.nodes.root(*arg);
            self.nodes[root].uses.push(node);
            self.trail.push(Undo::Use(root));
        }
        self.enter_in_table(node);
        match new.op {
            Op::Field(..) => self.dirty_data.push(args[0]),
            Op::Ite if self.nodes.value(args[0]).is_some() => self.decide(node),
            _ => {}
        }
    }

    pub(super) fn remove_node(&mut self) {
        let last = Node(self.nodes.len() as u32 - 1);
        if let Some(term) = self.nodes[last].term {
            self.by_term.remove(&term);
        }
        self.nodes.pop();
    }

    /// Draws the conclusion from an atom that has become true or false, or from a conditional whose
    /// condition has.
    pub(super) fn decide(&mut self, node: Node) {
        let deciding =
            if self.nodes[node].role == Role::Choice { self.nodes.args(node)[0] } else { node };
        let truth = self.nodes.value(deciding).expect("asked only when the truth value is known");
        let holds = truth == Node::TRUE;
        let why = self.lemmas.add([Premise::Equal(deciding, truth)]);
        let args: SmallVec<[Node; 4]> = self.nodes.args(node).into();
        match (self.nodes[node].op, &args[..]) {
            (Op::Ite, &[_, yes, no]) => self.equate(node, if holds { yes } else { no }, why),
            (Op::Eq, &[a, b]) => self.relate(a, b, holds, why),
            (Op::Is(ctor), &[x]) => self.restrict_to(x, ctor, holds, why),
            (Op::Not, &[inner]) => self.equate(inner, Node::truth(!holds), why),
            (Op::Apply(func), &[a, b]) => self.order_by(func, (a, b), holds, why),
            (Op::Lt, &[a, b]) => self.compare_nodes(a, b, holds, why),
            (Op::Le, &[a, b]) => self.compare_nodes(b, a, !holds, why),
            (op, _) => unreachable!("{op:?} is no atom and no conditional"),
        }
    }

    pub(super) fn relate(&mut self, a: Node, b: Node, equal: bool, why: Reason) {
        if equal { self.equate(a, b, why) } else { self.separate(a, b, why) }
    }
}

fn compares_integers(pool: &Pool, atom: Term) -> bool {
    pool.sort(pool.args(atom)[0]) == Sort::INT
}
