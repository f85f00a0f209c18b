//! The limit on memory.
//!
//! Z3 counts the memory of a whole process. Whatever asks for more than the limit gets an
//! exception, which becomes an error of the call; but a destructor that asks for memory, and Z3 has
//! such, would end the process. So the limit is lifted while a context is deleted.

use std::ffi::CString;
use std::sync::MutexGuard;

use crate::api::{Api, Memory};

impl Api {
    /// Limits the memory of all contexts of this process together.
    pub(crate) fn limit_memory(&self, mib: u64) {
        let mut memory = self.memory();
        memory.mib = Some(u32::try_from(mib).unwrap_or(u32::MAX));
        self.enforce(&memory);
    }

    /// Runs `work` without a limit on memory.
    pub(crate) fn without_memory_limit(&self, work: impl FnOnce()) {
        self.lift(1);
        work();
        self.lift(-1);
    }

    fn lift(&self, by: isize) {
        let mut memory = self.memory();
        memory.lifted = memory.lifted.saturating_add_signed(by);
        self.enforce(&memory);
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().expect("no code that can panic runs under this lock")
    }

    fn enforce(&self, memory: &Memory) {
        let Some(mib) = memory.mib else { return };
        // Z3 takes zero for no limit.
        let limit = if memory.lifted > 0 { 0 } else { mib };
        let limit = CString::new(limit.to_string()).expect("digits have no zero byte");
        // SAFETY: both strings live during the call.
        unsafe { (self.global_param_set)(c"memory_max_size".as_ptr(), limit.as_ptr()) };
    }
}
