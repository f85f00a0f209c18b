//! What the caller decides about a machine.

/// Settings of a [`crate::Vm`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VmOptions {
    /// Whether `assert` of the application's classes is checked, as with `java -ea`.
    pub assertions: bool,
    /// How many calls every Java virtual machine has room for; more are noted.
    pub sure_frames: usize,
    /// How many calls none has room for, as it is started by default: then there is a
    /// `StackOverflowError`.
    pub max_frames: usize,
    /// How much one run may allocate; nothing is collected.
    pub heap_bytes: usize,
    /// How many bytecodes one run may take.
    pub max_bytecodes: u64,
    /// The longest array that is written at an unknown index as one term, and the most runs of equal
    /// elements of one that is read.
    pub max_symbolic_array: usize,
    /// How many values of an unknown number are tried where a number is needed.
    pub max_values: u32,
}

impl Default for VmOptions {
    fn default() -> VmOptions {
        VmOptions {
            assertions: true,
            sure_frames: 6_000,
            max_frames: 100_000,
            heap_bytes: 2 << 30,
            max_bytecodes: u64::MAX,
            max_symbolic_array: 4_096,
            max_values: 64,
        }
    }
}
