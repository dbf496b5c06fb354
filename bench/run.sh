#!/usr/bin/env bash
# Measures everything and writes the README's table: `make bench`, about seven minutes; LONG=1 for pairs enough
# for a 95 % interval that means something, and for the peers too.
#
#   ECHO='COMMAND'   what serves /echo and /publish/TOPIC, with {port}; by default chatos-bench itself
set -euo pipefail
cd "$(dirname "$0")/.."

bin=$(swift build --configuration release --show-bin-path)
bench=$bin/chatos-bench
results=.build/bench
rm -rf "$results"
mkdir -p "$results"

if [ -n "${LONG:-}" ]; then
    length=(--pairs 15 --warm-up 0.5 --seconds 1)
    stalled=(--pairs 15)
    ops=(--warm-up 1 --seconds 5)
else
    length=(--pairs 7 --warm-up 0.2 --seconds 0.6)
    stalled=(--pairs 3)
    ops=(--warm-up 0.5 --seconds 2)
fi
ours="chatos=${ECHO:-$bench serve --listen 127.0.0.1:{port\}}"
serve="$bin/chatos serve --listen 127.0.0.1:{port} --data {data} --web web"
# Where the server has one processor to itself it has one loop too.
hub="chatos=$serve --loops 1"
certificate=Fixtures/tls/server.pem
tls="chatos=$bench serve --listen 127.0.0.1:{port} --certificate $certificate --key Fixtures/tls/server.key"
yardstick="C hub=.build/baseline/hub --port {port}"
ceiling="raw C=.build/baseline/rawecho --port {port}"

# scenario FILE WORDS...: one measurement, shown and kept.
scenario() {
    local file=$results/$1.json
    shift
    "$bench" "$@" --json "$file"
    echo
}
echoes() {
    local file=$1
    shift
    scenario "$file" echo --server "$ours" --server "$yardstick" --raw-server "$ceiling" "${length[@]}" "$@"
}

echo "First that every byte is right:"
check=(--check --warm-up 0.1 --seconds 0.3)
"$bench" echo --server "$ours" --server "$yardstick" --raw-server "$ceiling" "${check[@]}" >/dev/null
"$bench" echo --server "$ours" --size 1048576 --connections 4 --depth 2 "${check[@]}" >/dev/null
"$bench" echo --tls "$certificate" --server "$tls" "${check[@]}" >/dev/null
"$bench" broadcast --server "$ours" --server "$yardstick" --receivers 100 "${check[@]}" >/dev/null
"$bench" broadcast --room --server "$hub" --receivers 100 "${check[@]}" >/dev/null
"$bench" broadcast --logged --server "$hub" --receivers 100 "${check[@]}" >/dev/null
"$bench" broadcast --room --deflate --size 1024 --receivers 100 --inflate-every 1 \
    --server "$hub --compression shared" "${check[@]}" >/dev/null
if [ -n "${LONG:-}" ]; then
    "$bench" echo --tls "$certificate" --server "$tls" --size 1048576 --connections 4 --depth 2 --check \
        --seconds 60 >/dev/null
fi
printf 'it is.\n\n'

echoes 10-echo-125-16 --size 125 --depth 16
echoes 11-echo-125-1 --size 125 --depth 1
echoes 12-echo-16k --size 16384 --depth 16
echoes 13-echo-1m --size 1048576 --connections 4 --depth 2
scenario 14-echo-wss echo --tls "$certificate" --server "$tls" "${length[@]}"
scenario 20-broadcast broadcast --room --server "$hub" --topic-server "$yardstick" "${length[@]}"
scenario 21-broadcast-logged broadcast --logged --server "$hub" --topic-server "$yardstick" "${length[@]}"
scenario 22-broadcast-compressed broadcast --room --deflate --size 1024 \
    --server "$hub --compression shared" --topic-server "$yardstick" "${length[@]}"
scenario 23-latency broadcast --logged --server "$hub" --receivers 100 --rate 200 --seconds 3
scenario 24-members broadcast --room --receivers 5000 --unpinned "${length[@]}" \
    --server "1 loop=$serve --loops 1" --server "2 loops=$serve --loops 2"
scenario 25-stalled stalled --server "$hub" "${stalled[@]}"
scenario 30-handshake handshake --server "$ours" --server "$yardstick" "${length[@]}"
scenario 40-idle idle --server "$ours" --server "$yardstick" --connections 10000
scenario 41-idle-wss idle --tls "$certificate" --server "$tls" --connections 10000
scenario 42-idle-room idle --room --server "$hub" --connections 10000
scenario 50-join join --server "$hub"
scenario 51-rooms rooms --quiet --server "$hub"
scenario 52-history history
scenario 60-log log
scenario 61-ops ops --search --unpinned --server "chatos=$serve" "${ops[@]}"
scenario 70-frames frames
# Other implementations, where the tests' set-up has put them.
peers=()
python=.setup/venv/bin/python
if "$python" -c 'import pycrdt' 2>/dev/null; then
    peers+=(--peer "pycrdt=$python bench/peers/docs_pycrdt.py {trace} {result}")
fi
if NODE_PATH=/usr/share/nodejs node -e 'require("yjs")' 2>/dev/null; then
    peers+=(--peer "yjs=env NODE_PATH=/usr/share/nodejs node bench/peers/docs_yjs.cjs {trace} {result}")
fi
scenario 71-docs docs "${peers[@]}"
if [ -n "${LONG:-}" ]; then
    # Until the log's pages that stay in memory are as many as may be.
    scenario 53-rooms-logged rooms --rounds 40 --server "$hub"
    OURS=$ours bench/peers/run.sh --pairs 5 --json "$results/80-peers.json"
fi

python3 bench/report.py "$results" README.md
