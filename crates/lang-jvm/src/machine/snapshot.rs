//! The state to which a machine returns between runs.

use std::sync::Arc;

use super::value::{Ref, Value};
use super::vm::{FUEL, InitState, Vm};

/// What a program can see besides the heap, which keeps its own snapshot.
#[derive(Debug)]
pub(crate) struct Snapshot {
    statics: Vec<Value>,
    states: Vec<InitState>,
    mirrors: Vec<Ref>,
    interned: Vec<Ref>,
    thread: Ref,
    output: usize,
    errors: usize,
}

impl Vm {
    /// Makes what is there now the state to which [`Vm::reset`] returns.
    pub(crate) fn freeze(&mut self) {
        self.heap.freeze();
        self.snapshot = Some(Arc::new(Snapshot {
            statics: self.statics.iter().map(|variable| variable.value).collect(),
            states: self.states.clone(),
            mirrors: self.mirrors.clone(),
            interned: self.interned.clone(),
            thread: self.thread,
            output: self.output.len(),
            errors: self.errors.len(),
        }));
    }

    /// Returns to the last snapshot. Costs what was changed since, and a copy of the static variables.
    pub(crate) fn reset(&mut self) {
        let Some(snapshot) = self.snapshot.clone() else { return };
        self.heap.reset();
        let values = snapshot.statics.iter().copied().chain(std::iter::repeat(Value::ZERO));
        for (variable, value) in self.statics.iter_mut().zip(values) {
            variable.value = value;
        }
        restore(&mut self.states, &snapshot.states, InitState::Linked);
        restore(&mut self.mirrors, &snapshot.mirrors, Ref::NULL);
        restore(&mut self.interned, &snapshot.interned, Ref::NULL);
        let heap = &self.heap;
        self.mirrored.retain(|mirror, _| !heap.is_young(*mirror));
        self.handles.retain(|handle, _| !heap.is_young(*handle));
        self.unknown_boxes.clear();
        self.written.clear();
        self.open_arrays = 0;
        self.path_facts.restart();
        self.thread = snapshot.thread;
        self.output.truncate(snapshot.output);
        self.errors.truncate(snapshot.errors);
        self.files.clear();
        self.notes.clear();
        self.inputs = 0;
        self.silent = None;
        self.executed = self.executed();
        self.started = self.executed;
        self.fuel = FUEL;
        self.frames.clear();
        self.frame_limit = self.options.sure_frames.min(self.options.max_frames);
        self.nested = 0;
        (self.pc, self.sp, self.base) = (0, 0, 0);
    }
}

/// Puts back what was there; what came later is as if it had just been loaded.
fn restore<T: Copy>(now: &mut [T], then: &[T], fresh: T) {
    let (old, young) = now.split_at_mut(then.len());
    old.copy_from_slice(then);
    young.fill(fresh);
}
