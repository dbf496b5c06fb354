#!/usr/bin/env bash
# Echo on the peers, paired with ours: bench/peers/run.sh [OPTIONS OF `chatos-bench echo`]
#
#   OURS='NAME=COMMAND'   what stands first and is compared with all others
set -euo pipefail
cd "$(dirname "$0")/../.."
bench/peers/install.sh
peers=$PWD/.setup/peers
bin=$(swift build --configuration release --show-bin-path)
servers=(--server "${OURS:-chatos=$bin/chatos-bench serve --listen 127.0.0.1:{port\}}")
if [ -e "$peers/debian/usr/share/nodejs/ws" ] && command -v node >/dev/null; then
    servers+=(--server "node ws=node bench/peers/node-ws.cjs {port} $peers/debian/usr/share/nodejs")
fi
[ ! -x "$peers/lws" ] || servers+=(--server "libwebsockets=$peers/lws {port}")
if [ -x "$peers/venv/bin/python" ]; then
    servers+=(--server "picows=$peers/venv/bin/python bench/peers/py_picows.py {port}")
    servers+=(--server "websockets=$peers/venv/bin/python bench/peers/py_websockets.py {port}")
fi
exec "$bin/chatos-bench" echo "${servers[@]}" "$@"
