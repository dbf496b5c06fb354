#!/usr/bin/env bash
# The Swift tests once more, under the sanitizers: AddressSanitizer (with LeakSanitizer) finds what reads and
# writes memory that isn't its own or loses it, ThreadSanitizer what two threads touch without order.
#
#   scripts/sanitize.sh [address] [thread]     both, unless told which
#
# FILTER=WebSocketTests runs only the tests whose names match, as `swift test --filter` does.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=("$@")
[ "${#runs[@]}" -gt 0 ] || runs=(address thread)
logs=.setup/logs
mkdir -p "$logs"

filter=()
[ -z "${FILTER:-}" ] || filter=(--filter "$FILTER")

# A crash is the sanitizer's to report; Swift's own report would be of the reporting.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=suppressions=$PWD/scripts/sanitize/address.txt:detect_leaks=1:${ASAN_OPTIONS:-}
export LSAN_OPTIONS=suppressions=$PWD/scripts/sanitize/leaks.txt:print_suppressions=0:${LSAN_OPTIONS:-}

failed=()
for sanitizer in "${runs[@]}"; do
    case $sanitizer in
        address | thread) ;;
        *)
            echo "usage: scripts/sanitize.sh [address] [thread]" >&2
            exit 64
            ;;
    esac
    echo "sanitize: $sanitizer"
    # Builds of their own, for all code is compiled anew. The default linker warns of each sanitized object.
    options=(
        --sanitize "$sanitizer" --scratch-path ".build/$sanitizer" --disable-xctest -Xswiftc -use-ld=lld
    )
    if [ "$sanitizer" = thread ]; then
        # In the folder of the toolchain's own compiler, whose sanitizer it is.
        clang=$(dirname "$(readlink -f "$(command -v swiftc)")")/clang
        mkdir -p ".build/$sanitizer"
        "$clang" -Wall -Werror -O1 -c -o ".build/$sanitizer/mutex.o" scripts/sanitize/mutex.c
        options+=(-Xlinker "$PWD/.build/$sanitizer/mutex.o")
    fi
    swift build --build-tests "${options[@]}"
    log=$logs/sanitize-$sanitizer.log
    status=0
    timeout --foreground --kill-after=10 1800 \
        swift test --skip-build "${options[@]}" "${filter[@]}" 2>&1 | tee "$log" || status=$?
    # Tests start processes too, and what these report doesn't end the tests.
    reports=$(grep -cE '(ERROR|WARNING): (Address|Leak|Thread)Sanitizer' "$log" || true)
    if [ "$status" -ne 0 ] || [ "$reports" -gt 0 ]; then failed+=("$sanitizer ($reports reports)"); fi
done

if [ "${#failed[@]}" -gt 0 ]; then
    printf 'sanitize: FAILED: %s; the logs are in %s\n' "${failed[*]}" "$logs" >&2
    exit 1
fi
echo "sanitize: clean"
