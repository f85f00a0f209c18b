#!/bin/sh
# Everything that must pass before a change is merged. Installs what the tests need and lacks.
#
# Needs Rust and a C compiler; for the fuzz targets also one of C++. The tests also use Z3, the OCaml compiler with Alcotest, GHC, a JDK, Chromium, nats-server with OpenSSL, GNU parallel and a few Java programs; on
# Debian and Ubuntu they are installed here if that is possible, elsewhere this script says what to do.
set -eu
cd "$(dirname "$0")"

has_z3() {
    for folder in /usr/lib /usr/lib64 /usr/local/lib /usr/lib/*-linux-gnu /opt/homebrew/lib; do
        for file in "$folder"/libz3.so* "$folder"/libz3.dylib; do
            [ -e "$file" ] && return 0
        done
    done
    return 1
}

# The Java programs that the tests run are where Debian's packages put them.
has_jar() {
    [ -e "/usr/share/java/$1.jar" ]
}

# The Debian packages of what is missing.
missing() {
    has_z3 || echo libz3-4
    command -v ocamlc >/dev/null || echo ocaml-nox
    command -v ocamlfind >/dev/null || echo ocaml-findlib
    [ -e /usr/lib/ocaml/alcotest ] || echo libalcotest-ocaml-dev
    command -v c++ >/dev/null || echo g++
    command -v ghc >/dev/null || echo ghc
    command -v javac >/dev/null || echo default-jdk-headless
    command -v chromium >/dev/null || echo chromium
    command -v nats-server >/dev/null || echo nats-server
    command -v openssl >/dev/null || echo openssl
    command -v parallel >/dev/null || echo parallel
    has_jar junit-platform-console || echo junit5
    has_jar nanoxml || echo libnanoxml2-java
    has_jar JLex || echo jlex
    has_jar js || echo librhino-java
    has_jar libhtmlparser || echo libhtmlparser-java
    has_jar jericho-html || echo libjericho-html-java
    has_jar jep || echo libjep-java
    has_jar csv || echo libcsv-java
    has_jar json-simple || echo libjson-simple-java
}

install() {
    if ! command -v apt-get >/dev/null; then
        echo "error: the tests need $*, and there is no apt-get." >&2
        echo "  = help: install the library of Z3 (4.8 or later), OCaml with Alcotest, GHC, Chromium, nats-server, OpenSSL, GNU parallel and a JDK (17 or later) by the means of your system, and put the jars of corpus/java/real/README.md into /usr/share/java" >&2
        exit 1
    fi
    if [ "$(id -u)" = 0 ]; then
        as_root=""
    elif command -v sudo >/dev/null; then
        as_root="sudo"
    else
        echo "error: the tests need $*, and installing that needs root." >&2
        echo "  = help: run \`apt-get install $*\` as root, then this script again" >&2
        exit 1
    fi
    # Package lists may be missing on a fresh machine; when they are there, this costs nothing.
    $as_root apt-get install -y --no-install-recommends "$@" 2>/dev/null || {
        $as_root apt-get update
        $as_root apt-get install -y --no-install-recommends "$@"
    }
}

# Solvers that answers are compared with. Tests say so where they are missing.
missing_solvers() {
    command -v z3 >/dev/null || echo z3
    command -v cvc5 >/dev/null || echo cvc5
}

packages=$(missing)
# The names of packages have no spaces in them: one word each.
# shellcheck disable=SC2086
[ -z "$packages" ] || install $packages
solvers=$(missing_solvers)
# shellcheck disable=SC2086
if [ -n "$solvers" ] && ! (install $solvers); then
    echo "warning: no tests with" $solvers >&2
    export TRACEHOUND_MAY_MISS="$solvers"
fi
# Everything is there now: a test that misses a tool fails.
export CI="${CI:-true}"
# In a fresh clone there is nothing to build on, and what later builds could reuse takes time and gigabytes.
[ -e target ] || export CARGO_INCREMENTAL=0
exec cargo xtask test
