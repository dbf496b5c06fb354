#!/usr/bin/env bash
# The web modules that need no browser, in node. Arguments go to node.
set -euo pipefail
cd "$(dirname "$0")/.."

# Named one by one: what a folder or a pattern means to `node --test` differs between its versions.
mapfile -t tests < <(find Tests/Web -name '*.test.js' -o -name '*.test.mjs' 2>/dev/null | sort)
if [ "${#tests[@]}" -eq 0 ]; then
    echo "web tests: none found in Tests/Web; a suite that is not there has not passed" >&2
    exit 1
fi
# Named too, since the one that is chosen without a terminal differs as well.
node --test --test-reporter=spec "$@" "${tests[@]}"
