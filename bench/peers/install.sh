#!/usr/bin/env bash
# Puts the peers that ours is compared with into .setup/peers, and nothing anywhere else: Debian's packages are
# unpacked there, not installed, and the Python ones live in an environment of their own.
#
#   bench/peers/install.sh        leaves out, with a word, what this machine can't have
set -euo pipefail
cd "$(dirname "$0")/../.."
peers=$PWD/.setup/peers
mkdir -p "$peers/deb" "$peers/debian"

# Unpacks packages of the distribution.
unpack() {
    command -v apt-get >/dev/null || { echo "peers: no apt-get for $*" >&2; return 1; }
    (cd "$peers/deb" && apt-get -q -o APT::Sandbox::User=root download "$@" >/dev/null) || {
        echo "peers: can't download $*; does 'apt-get update' help?" >&2
        return 1
    }
    local package
    for package in "$@"; do dpkg-deb --extract "$peers/deb/$package"_*.deb "$peers/debian"; done
}

node_ws() {
    [ -e "$peers/debian/usr/share/nodejs/ws/package.json" ] || unpack node-ws
}

libwebsockets() {
    [ -x "$peers/lws" ] && [ ! bench/peers/lws.c -nt "$peers/lws" ] && return
    local debian=$peers/debian/usr libs
    libs=$debian/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo x86_64-linux-gnu)
    [ -e "$debian/include/sys/capability.h" ] || unpack libwebsockets-dev libwebsockets17 libuv1-dev libcap-dev libcap2 || return 1
    "$(command -v clang || echo cc)" -O3 -I "$debian/include" bench/peers/lws.c -o "$peers/lws" \
        "$libs/libwebsockets.so.17" -Wl,-rpath,"$libs" -Wl,-rpath-link,"$libs" -Wl,--unresolved-symbols=ignore-in-shared-libs
}

python() {
    local venv=$peers/venv list=bench/peers/requirements.txt
    cmp -s "$list" "$venv/requirements.txt" && return
    rm -rf "$venv"
    python3 -m venv "$venv" &&
        "$venv/bin/pip" install --quiet --disable-pip-version-check --no-input --requirement "$list" &&
        cp "$list" "$venv/requirements.txt"
}

# One that is missing is no reason to do without the others.
for peer in node_ws libwebsockets python; do
    "$peer" || echo "peers: without $peer" >&2
done
