//! Parts of the JDK that need more of a virtual machine than there is here.
//!
//! Run as they are, they would fail with exceptions that no Java virtual machine throws, and those
//! would look like faults of the program. So a path that comes to one of them ends there, and the
//! report says why.

use super::super::object::gap;
use super::NativeFn;

pub(super) fn find(class: &str, name: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("sun/util/locale/provider/LocaleProviderAdapter" | "java/util/ResourceBundle", _) => {
            |_, _, _| Err(gap("data of a locale"))
        }
        ("java/util/ServiceLoader", _) => |_, _, _| Err(gap("a search for services")),
        ("jdk/internal/loader/BootLoader" | "jdk/internal/loader/ClassLoaders", _) => {
            |_, _, _| Err(gap("a class loader"))
        }
        ("java/security/Security", _) => |_, _, _| Err(gap("the configuration of security")),
        ("sun/nio/fs/DefaultFileSystemProvider", _) => |_, _, _| Err(gap("the file system")),
        ("sun/util/calendar/ZoneInfoFile", _) | ("java/util/TimeZone", "getDefaultRef") => {
            |_, _, _| Err(gap("data of time zones"))
        }
        ("java/lang/reflect/Proxy", _) => |_, _, _| Err(gap("a class made by a proxy")),
        ("java/io/ObjectStreamClass", _) => |_, _, _| Err(gap("serialization")),
        ("java/util/concurrent/ForkJoinTask", "fork") => |_, _, _| Err(gap("tasks in parallel")),
        ("java/util/concurrent/ForkJoinPool", "execute" | "submit" | "externalPush") => {
            |_, _, _| Err(gap("tasks in parallel"))
        }
        ("java/util/concurrent/ThreadPoolExecutor", "execute") => {
            |_, _, _| Err(gap("threads that wait for work"))
        }
        _ => return None,
    })
}
