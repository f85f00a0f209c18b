//! Java programs that are compiled, searched, and compared with the real Java virtual machine.

mod bridge;
mod figure;
mod pinned;
mod private;
mod rules;
mod shapes;
mod support;
mod table2;
mod threads;
mod weights;
