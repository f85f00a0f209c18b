//! The end of a process in which Z3 may still be running.

use std::ffi::c_int;
use std::io::Write;

unsafe extern "C" {
    fn _exit(code: c_int) -> !;
}

/// Ends the process at once, after what was printed. The destructors of libraries do not run: those
/// of Z3 take memory away that a check on another thread is using.
pub fn exit(code: u8) -> ! {
    // Where nothing can be printed, nothing can be done about it either.
    let _ = std::io::stdout().flush();
    // SAFETY: the function takes a number and does not return.
    unsafe { _exit(code.into()) }
}
