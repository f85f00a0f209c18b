# `cargo xtask release` writes the version and the checksum.
class Tracehound < Formula
  desc "Finds, confirms and explains executions that break a stated property"
  homepage "https://github.com/tracehound/tracehound"
  url "https://github.com/tracehound/tracehound/releases/download/vVERSION/tracehound-VERSION.tar.gz"
  sha256 "CHECKSUM"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build
  depends_on "z3"

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/cli")
    generate_completions_from_executable(bin/"tracehound", "completions")
    (man1/"tracehound.1").write Utils.safe_popen_read(bin/"tracehound", "man")
  end

  test do
    (testpath/"a.toy").write "check main { assert 1 > 2; }"
    assert_match "TOY001", shell_output("#{bin}/tracehound check a.toy", 1)
  end
end
