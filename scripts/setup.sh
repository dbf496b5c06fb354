#!/usr/bin/env bash
# Installs what a task needs and this machine lacks; quick, and without any network, when nothing is missing.
#
#   scripts/setup.sh run    what building and running the hub needs, and web/vendor (scripts/vendor.sh)
#   scripts/setup.sh lint   that, and what checking the sources needs
#   scripts/setup.sh test   that, a browser to test in, a Python environment to drive it, and where it can be had
#                           the suite that WebSockets are tested with
#
# What is missing is found by looking for the thing itself, not for its package: so a machine that has it
# from elsewhere is left alone, whatever its distribution.
set -euo pipefail
cd "$(dirname "$0")/.."

task=${1:-}
case $task in
    run | lint | test) ;;
    *)
        echo "usage: scripts/setup.sh run|lint|test" >&2
        exit 64
        ;;
esac

if ! command -v swift >/dev/null; then
    echo "setup: there is no 'swift' on the PATH. ChatOS needs the Swift toolchain, 6.2 or newer." >&2
    exit 69
fi

oldest_node=18

has_library() { pkg-config --exists "$1" 2>/dev/null; }
has_node() {
    command -v node >/dev/null &&
        [ "$(node --print 'process.versions.node.split(".")[0]')" -ge "$oldest_node" ]
}
has_venv() { python3 -c 'import ensurepip, venv' 2>/dev/null; }
# Debian puts the packages of node where a node of another origin does not look by itself.
has_module() { NODE_PATH="${NODE_PATH:-}:/usr/share/nodejs" node --eval "require('$1')" 2>/dev/null; }
has_font() { [ -n "$(fc-list "$1" 2>/dev/null)" ]; }

# Prints the Debian packages that hold what this machine lacks for the task.
missing() {
    command -v pkg-config >/dev/null || echo pkg-config
    has_library openssl || echo libssl-dev
    has_library zlib || echo zlib1g-dev
    has_library sqlite3 || echo libsqlite3-dev
    has_library libcurl || echo libcurl4-openssl-dev
    [ "$task" = run ] && return
    has_node || echo nodejs
    command -v python3 >/dev/null || echo python3
    command -v shellcheck >/dev/null || echo shellcheck
    [ "$task" = lint ] && return
    has_venv || echo python3-venv
    # What shared documents are tested against: the library, and its client for servers.
    has_module ws || echo node-ws
    has_module y-websocket || echo node-y-websocket
    has_module yjs || echo node-yjs
    has_module lib0/encoding || echo node-lib0
    has_module y-protocols/sync || echo node-y-protocols
    command -v chromium >/dev/null || echo chromium
    command -v fc-list >/dev/null || echo fontconfig
    # Without these a picture of a page depends on the machine it was taken on.
    has_font "DejaVu Sans" || echo fonts-dejavu-core
    has_font "Noto Color Emoji" || echo fonts-noto-color-emoji
}

install() {
    local command=(apt-get install -y --no-install-recommends "$@")
    if ! command -v apt-get >/dev/null; then
        echo "setup: this machine lacks what Debian packages as: $*" >&2
        echo "setup: there is no apt-get to install it with; install its like and try again." >&2
        exit 69
    fi
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "setup: not root, and there is no sudo; as root, run: ${command[*]}" >&2
            exit 77
        fi
        root=(sudo)
    fi
    echo "setup: installing $*"
    # Another apt may be at work (unattended upgrades on a fresh machine): wait for it.
    local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    "${apt[@]}" update
    "${apt[@]}" install -y --no-install-recommends "$@"
}

mapfile -t packages < <(missing)
if [ "${#packages[@]}" -gt 0 ]; then
    install "${packages[@]}"
    mapfile -t packages < <(missing)
    if [ "${#packages[@]}" -gt 0 ]; then
        echo "setup: installed, and still not found: ${packages[*]}" >&2
        exit 69
    fi
fi

# What the page uses of others' work. The hub runs without: the page says so, and its plain editor works.
make_vendor() {
    mapfile -t packages < <(scripts/vendor.sh packages)
    if [ "${#packages[@]}" -gt 0 ]; then (install "${packages[@]}") || return 1; fi
    scripts/vendor.sh && return
    [ -d /usr/share/javascript/codemirror ] || (install libjs-codemirror) || return 1
    scripts/vendor.sh
}
if ! make_vendor; then
    echo "setup: web/vendor is not whole; what the page can't do without it, it says." >&2
    [ "$task" = run ] || exit 69
fi

[ "$task" = test ] || exit 0

# The environment is made anew whenever the list of what it holds has changed. The copy of the list is written
# last: an installation that was cut short is not taken for a whole one.
venv=.setup/venv
if ! cmp -s scripts/requirements.txt "$venv/requirements.txt" || ! "$venv/bin/python" -c '' 2>/dev/null; then
    echo "setup: installing scripts/requirements.txt into $venv"
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-input --requirement scripts/requirements.txt
    cp scripts/requirements.txt "$venv/requirements.txt"
fi

if scripts/autobahn.sh supported; then scripts/autobahn.sh install; fi
