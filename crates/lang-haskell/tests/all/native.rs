//! Our base library against GHC's own.
//!
//! The library is Haskell, so GHC compiles it, too, and the programs in `tests/native` call both on
//! many values and compare what can be computed. GHC is started once for all of them.

use std::path::Path;
use std::process::Command;

#[test]
fn our_library_computes_what_ghcs_own_does() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let work = tempfile::tempdir().expect("a folder can be made");
    let built = work.path().join("native");
    let output = Command::new("ghc")
        .current_dir(crate_folder.join("tests/native"))
        .args(["-v0", "-O0", "-package", "ghc-bignum", "-package", "containers"])
        .args(["-package", "mtl", "-package", "transformers", "-package", "array", "-outputdir"])
        .arg(work.path())
        .arg(format!("-i{}", crate_folder.join("base").display()))
        .arg("-o")
        .arg(&built)
        .arg("Main.hs")
        .output()
        .expect("GHC is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(built).output().expect("it can be run");
    let said = String::from_utf8_lossy(&output.stdout);
    let compared = said.lines().last().and_then(|line| line.strip_prefix("compared "));
    let compared: usize = compared.and_then(|number| number.parse().ok()).expect("it counts");
    let differs = said.matches("DIFFERS").count();
    assert_eq!(differs, 0, "{differs} of {compared} differ:\n{said}");
    assert!(compared > 100_000, "only {compared} were compared");
}
