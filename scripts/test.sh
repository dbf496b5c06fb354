#!/usr/bin/env bash
# All that must pass, in the order in which a mistake is found soonest; stops at the first step that fails.
#
# Every step's time is printed at the end. The last line counts the tests that the suites themselves reported; it
# is left out when a suite ended without a count, since a number would then be a guess.
set -euo pipefail
cd "$(dirname "$0")/.."

logs=.setup/logs
mkdir -p "$logs" artefacts
times=()
# A suite that hangs is ended after this long.
limit_seconds=900
passed=0
failed=0
counted=true

# Prints the durations and the counts, however the run ends.
report() {
    local status=$?
    echo
    printf '%s\n' "${times[@]}"
    printf '%6d s  altogether\n' "$SECONDS"
    [ "$status" -eq 0 ] || echo "FAILED: $current"
    if $counted && [ $((passed + failed)) -gt 0 ]; then
        echo "$passed passed, $failed failed"
    fi
}
trap report EXIT

step() {
    current=$1
    shift
    echo
    echo "=== $current"
    local start=$SECONDS status=0
    "$@" || status=$?
    times+=("$(printf '%6d s  %s' $((SECONDS - start)) "$current")")
    return "$status"
}

# Runs a suite with its output kept, and adds what the named function reads there to the counts.
suite() {
    local count=$1 log=$logs/$2.log status=0
    shift 2
    timeout --foreground --kill-after=10 "$limit_seconds" "$@" 2>&1 | tee "$log" || status=$?
    [ "$status" -ne 124 ] || echo "the suite was ended after $limit_seconds s" >&2
    local numbers
    if numbers=$("$count" "$log") && [[ $numbers =~ ^([0-9]+)\ ([0-9]+)$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
        # A suite that fails without a failed test has broken down, and its count says nothing.
        if [ "$status" -ne 0 ] && [ "${BASH_REMATCH[2]}" -eq 0 ]; then counted=false; fi
    else
        counted=false
        [ "$status" -ne 0 ] || {
            echo "the suite passed without saying how many tests it ran" >&2
            status=1
        }
    fi
    return "$status"
}

# Each prints "passed failed" as read from a suite's output.
count_swift() {
    awk '/^[^ ]+ Test run with [0-9]+ tests? / { ran = $5; ended = 1; next }
        /^[^ ]+ Test .* failed after / { failed++ }
        /^[^ ]+ Test .* skipped/ { skipped++ }
        END { if (!ended) exit 1; print ran - failed - skipped, failed + 0 }' "$1"
}
count_node() {
    awk '$2 == "pass" && NF == 3 { passed = $3 }
        $2 == "fail" && NF == 3 { failed = $3; ended = 1 }
        END { if (!ended) exit 1; print passed, failed }' "$1"
}
count_conformance() {
    awk 'NF == 4 && $2 == "passed," && $4 == "failed" { print $1, $3; ended = 1 } END { exit !ended }' "$1"
}
count_unittest() {
    awk '/^Ran [0-9]+ tests? in / { ran += $2; ended = 1 }
        /^(OK|FAILED) \(/ {
            for (i = 2; i <= NF; i++) {
                split($i, part, /[(=,)]+/)
                offset = part[1] == "" ? 1 : 0
                name = part[1 + offset]
                if (name == "failures" || name == "errors") failed += part[2 + offset]
                if (name == "skipped") skipped += part[2 + offset]
            }
        }
        END { if (!ended) exit 1; print ran - failed - skipped, failed + 0 }' "$1"
}

swift_tests() {
    suite count_swift swift \
        swift test --skip-build --disable-xctest --explicit-target-dependency-import-check error
}
web_tests() { suite count_node web scripts/web-tests.sh; }
# In the way of the product: a debug build is so slow that the suite would measure its own patience.
build_release() { swift build --configuration release --product chatos-bench; }
conformance() {
    local server
    server=$(swift build --configuration release --show-bin-path)/chatos-bench
    suite count_conformance conformance python3 scripts/conformance.py --quick --server "$server"
}
document_tests() { suite count_unittest documents .setup/venv/bin/python scripts/document_tests.py; }
browser_tests() { suite count_unittest browser .setup/venv/bin/python scripts/browser_tests.py; }

step "set-up" scripts/setup.sh test
step "lint and build" scripts/lint.sh
step "Swift tests" swift_tests
step "web tests" web_tests
if scripts/autobahn.sh supported; then
    step "release build" build_release
    step "conformance" conformance
else
    echo "conformance: left out, since the Autobahn suite can't be had on this machine's architecture"
fi
step "document tests" document_tests
step "browser tests" browser_tests
