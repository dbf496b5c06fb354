#!/usr/bin/env bash
# Builds the fuzz targets of Fuzz/ and lets libFuzzer look for inputs that break them.
#
#   scripts/fuzz.sh run        each target for SECONDS_EACH seconds; fails if one has found something
#   scripts/fuzz.sh minimise   put the fewest inputs that reach what all known ones reach into Fixtures/fuzz/
#   scripts/fuzz.sh build      build them only
#
# TARGETS names those that are meant (all), JOBS how many run at once (as many as there are processors). What
# a run finds new is kept below .build/fuzz/ for the next; what breaks a target is put into artefacts/, and is
# tried again by giving it to the target:
#
#   SWIFT_BACKTRACE=enable=no .build/fuzz/json artefacts/fuzz-json-crash-...
set -euo pipefail
cd "$(dirname "$0")/.."

all=(http frames deflate json codec session updates)
read -ra targets <<<"${TARGETS:-${all[*]}}"
seconds=${SECONDS_EACH:-60}
jobs=${JOBS:-$(nproc)}
out=.build/fuzz
# Longer inputs reach nothing more, and take their time.
longest=4096
# How many inputs of a target are kept for good, beside those with a name.
most=80
# What libFuzzer calls the inputs that it found.
hash=$(printf '[0-9a-f]%.0s' {1..40})

# SwiftPM makes no program whose `main` is libFuzzer's, so the compiler is called as SwiftPM would call it.
flags=(
    -swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
    -enable-upcoming-feature InternalImportsByDefault -warnings-as-errors
    -O -g -whole-module-optimization -enable-testing -parse-as-library "-sanitize=fuzzer,address"
    -I "$out/modules" -I Sources/CZlib -I Sources/COpenSSL -I Sources/CSQLite
)

# The modules that a target is made of, those first that others import.
modules_of() {
    case $1 in
        http) echo Bytes HTTP1 ;;
        frames | deflate) echo Bytes WebSocket ;;
        json) echo Bytes ;;
        codec) echo Bytes Timetables HubProtocol ;;
        session) echo Bytes Timetables HubProtocol SQLite Threads Storage ;;
        updates) echo Bytes YCRDT YSync ;;
        *)
            echo "fuzz: there is no target '$1'; there are ${all[*]}" >&2
            return 64
            ;;
    esac
}

# Whether a file has to be made anew from others.
is_stale() {
    local made=$1
    shift
    [ ! -e "$made" ] || [ -n "$(find "$@" -newer "$made" -print -quit)" ]
}

# Compiles a module, given its name and its sources, unless it is younger than these and all it imports.
compile() {
    local name=$1
    shift
    objects+=("$out/modules/$name.o")
    is_stale "$out/modules/$name.o" "$@" "$0" "${objects[@]}" || return 0
    echo "fuzz: build $name"
    swiftc "${flags[@]}" -module-name "$name" -emit-module -emit-module-path "$out/modules/$name.swiftmodule" \
        -c -o "$out/modules/$name.o" "$@"
    # The compiler leaves a file alone that comes out as it was.
    touch "$out/modules/$name.o"
}

build() {
    mkdir -p "$out/modules"
    local target modules module sources objects
    for target in "${targets[@]}"; do
        modules=$(modules_of "$target")
        objects=()
        for module in $modules; do
            mapfile -t sources < <(find "Sources/$module" -name '*.swift' | sort)
            compile "$module" "${sources[@]}"
        done
        sources=(Fuzz/*.swift Fuzz/"$target"/*.swift)
        case $target in frames | deflate) sources+=(Fuzz/recording/*.swift) ;; esac
        compile "fuzz_$target" "${sources[@]}"
        is_stale "$out/$target" "${objects[@]}" || continue
        swiftc "-sanitize=fuzzer,address" -use-ld=lld -o "$out/$target" "${objects[@]}" -lcrypto
    done
}

# A report of Swift's own beside the sanitizer's can hang a process whose parent has gone.
export SWIFT_BACKTRACE=enable=no

run_one() {
    local target=$1 log=$out/$1.log options=()
    mkdir -p "$out/corpus/$target"
    [ ! -e "Fuzz/$target/words.dict" ] || options+=("-dict=Fuzz/$target/words.dict")
    if "$out/$target" -max_total_time="$seconds" -max_len="$longest" -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="artefacts/fuzz-$target-" "${options[@]}" \
        "$out/corpus/$target" "Fixtures/fuzz/$target" >"$log" 2>&1
    then
        echo "fuzz: $target: $(summary "$log")"
    else
        echo "fuzz: $target: BROKEN; $(grep -m1 -E 'Fatal error|ERROR:|SUMMARY' "$log" || true)" >&2
        echo "fuzz: $target: the log is $log, the input in artefacts/" >&2
        return 1
    fi
}

summary() {
    local runs coverage
    runs=$(awk '/stat::number_of_executed_units/ { print $2 }' "$1")
    coverage=$(grep -oE 'cov: [0-9]+ ft: [0-9]+ corp: [0-9]+' "$1" | tail -1)
    echo "$runs runs in $seconds s, $coverage"
}

run() {
    mkdir -p artefacts
    local target status=0
    for target in "${targets[@]}"; do
        while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || status=1; done
        run_one "$target" &
    done
    while [ -n "$(jobs -p)" ]; do wait -n || status=1; done
    return "$status"
}

minimise() {
    local target small
    for target in "${targets[@]}"; do
        small=$out/minimised/$target
        rm -rf "$small"
        mkdir -p "$small" "$out/corpus/$target"
        # Those with a name stay, the others are chosen anew. What counts is each edge, not how often it is
        # passed: a tenth of the files.
        find "Fixtures/fuzz/$target" -type f -not -name "$hash" -exec cp {} "$small" \;
        "$out/$target" -set_cover_merge=1 -use_counters=0 -max_len="$longest" "$small" \
            "$out/corpus/$target" "Fixtures/fuzz/$target" >"$out/$target-minimise.log" 2>&1
        # The longest of very many go: they are found again in a minute, and the repository stays small.
        find "$small" -type f -name "$hash" -printf '%s %p\n' | sort -n | tail -n +"$most" | cut -d ' ' -f 2 |
            xargs -r rm
        rm -rf "Fixtures/fuzz/$target"
        mv "$small" "Fixtures/fuzz/$target"
        echo "fuzz: $target: $(find "Fixtures/fuzz/$target" -type f | wc -l) inputs"
    done
}

case ${1:-} in
    # Not joined by &&, in which nothing ends at the first thing that fails.
    build) build ;;
    run)
        build
        run
        ;;
    minimise)
        build
        minimise
        ;;
    *)
        echo "usage: scripts/fuzz.sh build|run|minimise" >&2
        exit 64
        ;;
esac
