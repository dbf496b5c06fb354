#!/usr/bin/env bash
# Makes web/vendor/, what the page uses of others' work and this repository does not hold: shared documents
# (Yjs, from Debian's packages) and an editor (CodeMirror 6, from a Python wheel whose hash is pinned; where that
# can't be had, CodeMirror 5 from Debian's package). Quick, and without any network, when it is there.
#
#   scripts/vendor.sh packages   prints the Debian packages that this machine lacks for it
#   scripts/vendor.sh            makes it; ends with 69 and says what is missing where not all can be had
set -euo pipefail
cd "$(dirname "$0")/.."

vendor=web/vendor
# What is made depends on nothing but these two, so it is made anew when they change.
stamp() { sha256sum scripts/vendor.sh scripts/vendor-requirements.txt; }
is_whole() { [ "$(cat "$vendor/.stamp" 2>/dev/null)" = "$(stamp)" ]; }

if is_whole; then exit 0; fi

if [ "${1:-}" = packages ]; then
    command -v python3 >/dev/null || echo python3
    python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    command -v esbuild >/dev/null || echo esbuild
    [ -d /usr/share/nodejs/yjs ] || echo node-yjs
    [ -d /usr/share/nodejs/lib0 ] || echo node-lib0
    [ -d /usr/share/nodejs/y-protocols ] || echo node-y-protocols
    exit 0
fi

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
problems=()

# Into one file each: a page whose policy allows no inline scripts can have no import map either.
bundle() {
    NODE_PATH=/usr/share/nodejs esbuild --bundle --platform=browser --log-level=error \
        --legal-comments=none --minify-whitespace "$@"
}
yjs() {
    bundle --format=esm --outfile="$made/yjs.js" \
        <<<'export * from "yjs"; export * from "y-protocols/awareness";' &&
        # A tool's page can't import: it gets one script that it runs as it is.
        bundle --format=iife --global-name=Y --outfile="$made/yjs.classic.js" <<<'export * from "yjs";'
}

codemirror6() {
    # The interpreter's own pip may be missing, or be forbidden to install by the distribution.
    python3 -m venv "$made/venv" &&
        "$made/venv/bin/pip" download --quiet --disable-pip-version-check --no-input --no-deps \
            --only-binary=:all: --require-hashes --requirement scripts/vendor-requirements.txt \
            --dest "$made/wheel" &&
        python3 - "$made"/wheel/*.whl "$made/codemirror" <<'PYTHON'
import pathlib
import sys
import zipfile

wheel, folder = zipfile.ZipFile(sys.argv[1]), pathlib.Path(sys.argv[2])
folder.mkdir()
for name in wheel.namelist():
    if name.startswith("nicegui/elements/codemirror/dist/") and name.endswith(".js"):
        (folder / pathlib.PurePosixPath(name).name).write_bytes(wheel.read(name))
    elif name.endswith(".dist-info/licenses/LICENSE"):
        (folder / "LICENSE.txt").write_bytes(wheel.read(name))
if not (folder / "index.js").is_file():
    sys.exit("vendor: the wheel holds no CodeMirror where it is expected")
PYTHON
}

# The scripts in the order in which they need each other, in one file.
codemirror5() {
    local from=/usr/share/javascript/codemirror
    [ -d "$from" ] || return 1
    mkdir -p "$made/codemirror5" && (cd "$from" && cat lib/codemirror.js mode/xml/xml.js mode/javascript/javascript.js mode/css/css.js \
        mode/htmlmixed/htmlmixed.js addon/edit/matchbrackets.js addon/display/placeholder.js) \
        >"$made/codemirror5/codemirror.js" && cp "$from/lib/codemirror.css" "$made/codemirror5/"
}

echo "vendor: making $vendor"
yjs || problems+=("Yjs (Debian's node-yjs, node-lib0, node-y-protocols and esbuild)")
if ! codemirror6; then
    problems+=("CodeMirror 6 (the wheel in scripts/vendor-requirements.txt)")
    codemirror5 || problems+=("CodeMirror 5 (Debian's libjs-codemirror)")
fi
rm -rf "$made/venv" "$made/wheel"
if [ "${#problems[@]}" -eq 0 ]; then stamp >"$made/.stamp"; fi
rm -rf "$vendor"
mkdir "$vendor"
cp -R "$made/." "$vendor/"
chmod -R u=rwX,go=rX "$vendor"
if [ "${#problems[@]}" -gt 0 ]; then
    printf 'vendor: could not be had: %s\n' "${problems[@]}" >&2
    exit 69
fi
