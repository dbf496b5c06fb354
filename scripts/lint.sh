#!/usr/bin/env bash
# Everything that can be said about the sources without running them. Stops at the first that fails.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "lint: format"
swift format lint --strict --recursive Package.swift Sources Tests Fuzz

# SwiftPM lets a target import a sibling that it does not depend on, unless told otherwise.
echo "lint: build, with undeclared imports as errors"
swift build --build-tests --explicit-target-dependency-import-check error

# As one builds it who has no libcurl; what is built lies beside the rest, or each would throw out the other's.
echo "lint: build without the trait Requests"
swift build --disable-default-traits --scratch-path .build/without-requests --product chatos
if ldd .build/without-requests/debug/chatos | grep -q libcurl; then
    echo "lint: a program built without requests is linked with libcurl all the same" >&2
    exit 1
fi

echo "lint: shell"
shellcheck .ci/run scripts/*.sh

echo "lint: Python"
mapfile -d '' -t python < <(find scripts Tests -name '*.py' -print0)
PYTHONPYCACHEPREFIX=.setup/pycache python3 -m py_compile "${python[@]}"

# Node takes a file named .js for a module only beside a package.json that says so; from the standard input it
# believes what it is told.
echo "lint: JavaScript"
while IFS= read -r -d '' file; do
    if ! node --check --input-type=module - <"$file"; then
        echo "lint: $file is not a valid ES module" >&2
        exit 1
    fi
done < <(find web Tests/Web -name vendor -prune -o \( -name '*.js' -o -name '*.mjs' \) -print0 2>/dev/null)
