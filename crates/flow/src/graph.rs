//! The graph of a program.

/// A point of a program: a place between two steps, together with the step that follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PointId(pub u32);

/// A method.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MethodId(pub u32);

/// Storage that steps read and write: a variable, a field of all objects of a class, the elements of
/// arrays of a kind. What is one place here may be many at run time, never the other way round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location(pub u32);

impl PointId {
    /// Its number.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl MethodId {
    /// Its number.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An event that may happen at a point. Whom it concerns is for the front end to know: it gives
/// each kind of event, objects included, a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MayEvent(pub u32);

/// The step that follows a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Something that only reads and writes.
    Step,
    /// A choice between the next points.
    Branch,
    /// A call of one of these methods; the next points are where it returns to. If the list is empty
    /// and the call does nothing that matters, it is a step.
    Call(Vec<MethodId>),
    /// A call that may be one of these events, one at most. What is called is not looked into.
    Event(Vec<MayEvent>),
    /// The method returns. There is no next point.
    Return,
}

/// A point with the step that follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Its method.
    pub method: MethodId,
    /// The step.
    pub action: Action,
    /// Where it goes on.
    pub next: Vec<PointId>,
    /// Where it goes on if it ends with an exception that the method handles.
    pub handlers: Vec<PointId>,
    /// Whether an exception may leave the method from here.
    pub escapes: bool,
    /// What the step reads.
    pub uses: Vec<Location>,
    /// What it writes.
    pub defines: Vec<Location>,
}

impl Point {
    /// All points that may come next within the method.
    pub fn successors(&self) -> impl Iterator<Item = PointId> {
        self.next.iter().chain(&self.handlers).copied()
    }

    /// Whether a run may go on from here in more than one way.
    #[must_use]
    pub fn decides(&self) -> bool {
        let ways = self.successors().count() + usize::from(self.escapes);
        ways > 1 && self.action != Action::Return
    }

    /// Whether the method may be left from here.
    #[must_use]
    pub fn leaves(&self) -> bool {
        self.action == Action::Return || self.escapes
    }
}

/// A method: its points in one stretch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    /// What people call it.
    pub name: String,
    /// Where it begins.
    pub entry: PointId,
    /// Its first point and the one behind its last.
    pub points: std::ops::Range<u32>,
}

/// A program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Graph {
    methods: Vec<Method>,
    points: Vec<Point>,
}

impl Graph {
    /// A program without methods.
    #[must_use]
    pub fn new() -> Graph {
        Graph::default()
    }

    /// The number that the next point will get.
    #[must_use]
    pub fn next_point(&self) -> PointId {
        PointId(u32::try_from(self.points.len()).expect("fewer than 2^32 points"))
    }

    /// The number that the next method will get.
    #[must_use]
    pub fn next_method(&self) -> MethodId {
        MethodId(u32::try_from(self.methods.len()).expect("fewer than 2^32 methods"))
    }

    /// Adds a method. Its points get the numbers from [`Graph::next_point`] on, the first one is its
    /// entry, and they refer to each other by these numbers; calls may be of methods that are added
    /// later. There is at least one point.
    pub fn add_method(&mut self, name: impl Into<String>, points: Vec<Point>) -> MethodId {
        let (id, entry) = (self.next_method(), self.next_point());
        let range = entry.0..entry.0 + u32::try_from(points.len()).expect("fewer than 2^32 points");
        let within = |point: PointId| range.contains(&point.0);
        debug_assert!(!points.is_empty(), "a method has an entry");
        debug_assert!(points.iter().all(|point| point.method == id));
        debug_assert!(points.iter().all(|point| point.successors().all(within)));
        self.points.extend(points);
        self.methods.push(Method { name: name.into(), entry, points: range });
        id
    }

    /// A point.
    #[must_use]
    pub fn point(&self, id: PointId) -> &Point {
        &self.points[id.index()]
    }

    /// A method.
    #[must_use]
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }

    /// All methods.
    pub fn methods(&self) -> impl ExactSizeIterator<Item = MethodId> + use<> {
        (0..self.methods.len() as u32).map(MethodId)
    }

    /// How many points there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// All points with their numbers.
    pub fn points(&self) -> impl Iterator<Item = (PointId, &Point)> {
        self.points.iter().enumerate().map(|(number, point)| (PointId(number as u32), point))
    }

    /// The points of a method.
    pub fn points_of(&self, method: MethodId) -> impl DoubleEndedIterator<Item = PointId> + use<> {
        self.method(method).points.clone().map(PointId)
    }

    /// For each method the points that call it.
    #[must_use]
    pub fn callers(&self) -> Vec<Vec<PointId>> {
        let mut callers = vec![Vec::new(); self.methods.len()];
        for (id, point) in self.points() {
            if let Action::Call(methods) = &point.action {
                methods.iter().for_each(|method| callers[method.index()].push(id));
            }
        }
        callers
    }

    /// For each point the points of its method that it may follow.
    #[must_use]
    pub fn predecessors(&self) -> Vec<Vec<PointId>> {
        let mut predecessors = vec![Vec::new(); self.points.len()];
        for (id, point) in self.points() {
            point.successors().for_each(|next| predecessors[next.index()].push(id));
        }
        predecessors
    }
}
