//! Java bytecode through the public interface, and beside the real Java virtual machine.

mod differential;
mod malformed;
mod real;
mod support;
mod symbolic;
