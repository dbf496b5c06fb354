#!/usr/bin/env bash
# The Autobahn WebSocket test suite, in .setup/autobahn; nothing of it is installed on the machine.
#
#   scripts/autobahn.sh install       fetch it, unless it is there
#   scripts/autobahn.sh supported     whether it can run here: Debian's packages for amd64 are what it is made of
#   scripts/autobahn.sh run ARG...    wstest with these arguments
#   scripts/autobahn.sh python ARG... the Python 2.7 in which the suite can be imported
#
# The suite runs on Python 2.7 only, which Debian dropped after version 11. So a private Python is unpacked from
# Debian 11's packages, which the mirror that this machine installs from still has (AUTOBAHN_MIRROR names another).
set -euo pipefail
started_in=$PWD
cd "$(dirname "$0")/.."

home=$PWD/.setup/autobahn
python2=$home/debian/usr/bin/python2.7
requirements=scripts/autobahn-requirements.txt

fail() {
    echo "autobahn: $2" >&2
    exit "$1"
}

supported() { [ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ]; }

# Starts what needs the unpacked Python: its libraries are where the loader does not look.
with_python2() { (become_python2 "$@"); }
become_python2() {
    exec env -u PYTHONHOME -u PYTHONPATH LD_LIBRARY_PATH="$home/debian/usr/lib/x86_64-linux-gnu" PYTHONUNBUFFERED=1 \
        PIP_NO_PYTHON_VERSION_WARNING=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 "$@"
}

# What is installed is told by the list and by this script, so that a change of either installs anew.
fingerprint() { cat "$requirements" scripts/autobahn.sh | sha256sum; }

is_installed() { [ -x "$home/venv/bin/wstest" ] && [ "$(fingerprint)" = "$(cat "$home/installed" 2>/dev/null)" ]; }

# The mirror of the first source that apt has, in the format of today or in that of one line a source.
mirror() {
    if [ -n "${AUTOBAHN_MIRROR:-}" ]; then
        echo "$AUTOBAHN_MIRROR"
        return
    fi
    local sources
    mapfile -t sources < <(find /etc/apt -name '*.sources' -o -name '*.list' | sort)
    [ "${#sources[@]}" -eq 0 ] || awk '
        $1 == "URIs:" { print $2; exit }
        $1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /:\/\//) { print $i; exit } }' "${sources[@]}"
}

# An apt with lists and a cache of its own: the machine's stay as they are, and signatures are checked all the same.
unpack_python() {
    local apt_home=$home/apt from
    from=$(mirror)
    [ -n "$from" ] || fail 69 "apt has no source here; name a Debian mirror in AUTOBAHN_MIRROR"
    mkdir -p "$apt_home"/lists/partial "$apt_home"/cache/archives/partial "$apt_home/packages" "$home/debian"
    printf '%s\n' 'Types: deb' "URIs: $from" 'Suites: bullseye' 'Components: main' \
        'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' >"$apt_home/only.sources"
    local apt=(apt-get -q
        -o Dir::Etc::SourceList="$apt_home/only.sources" -o Dir::Etc::SourceParts=/dev/null
        -o Dir::State::Lists="$apt_home/lists" -o Dir::Cache="$apt_home/cache"
        -o Acquire::Languages=none -o Acquire::Retries=3 -o APT::Sandbox::User=root)
    "${apt[@]}" update
    # The last two are libraries that Python links to and that newer Debians lack; the headers are for wsaccel.
    (cd "$apt_home/packages" && "${apt[@]}" download python2.7-minimal python2.7 libpython2.7-minimal \
        libpython2.7-stdlib libpython2.7-dev libssl1.1 libffi7)
    local package
    for package in "$apt_home"/packages/*.deb; do dpkg-deb --extract "$package" "$home/debian"; done
}

# The virtualenv of the last version that makes environments for Python 2.7; it brings the pip for them.
make_environment() {
    python3 -m venv "$home/tool"
    "$home/tool/bin/pip" install --no-deps \
        virtualenv==20.21.1 distlib==0.4.4 filelock==3.32.7 platformdirs==3.11.0
    with_python2 "$home/tool/bin/virtualenv" --no-periodic-update --app-data "$home/tool/app-data" \
        --python "$python2" "$home/venv"
    with_python2 "$home/venv/bin/pip" install --no-deps --requirement "$requirements"
    # It masks and checks UTF-8 in C. Without it the same results come, several times as slowly.
    local include=$home/debian/usr/include
    CFLAGS="-I$include -I$include/python2.7" with_python2 env CC="$(compiler)" LDSHARED="$(compiler) -shared" \
        "$home/venv/bin/pip" install --no-deps wsaccel==0.6.6 ||
        echo "autobahn: wsaccel could not be built; the suite will be slow"
    with_python2 "$home/venv/bin/wstest" --autobahnversion
}

# Swift's own toolchain has a C compiler, if the machine has no other.
compiler() { command -v gcc || command -v clang || true; }

install() {
    rm -rf "$home/debian" "$home/apt" "$home/tool" "$home/venv" "$home/installed"
    unpack_python
    make_environment
    rm -rf "$home/apt"
    # Last, so that an installation that was cut short is not taken for a whole one.
    fingerprint >"$home/installed"
}

command=${1:-}
[ "$#" -eq 0 ] || shift
case $command in
    supported) supported ;;
    install)
        supported || fail 69 "it is made of Debian's packages for amd64, and this machine is another"
        mkdir -p "$home"
        exec 9>"$home/lock"
        flock 9
        is_installed && exit
        echo "autobahn: installing the conformance suite into .setup/autobahn (log: .setup/autobahn/install.log)"
        # In a shell of its own: a function that is asked for its result goes on after an error.
        if ! bash -c 'exec "$0" install-now' "scripts/autobahn.sh" >"$home/install.log" 2>&1; then
            tail -n 20 "$home/install.log" >&2
            fail 69 "the installation failed"
        fi
        ;;
    install-now) install ;;
    # In the place of this shell, so that who ends it ends the suite.
    run) cd "$started_in" && become_python2 "$home/venv/bin/wstest" "$@" ;;
    python) become_python2 "$home/venv/bin/python" "$@" ;;
    *)
        echo "usage: scripts/autobahn.sh supported|install|run ARG...|python ARG..." >&2
        exit 64
        ;;
esac
