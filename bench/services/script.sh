#!/usr/bin/env bash
# A script around server and load, as people write it: script.sh PORT LOAD…
node "$(dirname "$0")/server.mjs" "$1" &
server=$!
trap 'kill $server' EXIT
until : 2>/dev/null </dev/tcp/127.0.0.1/"$1"; do sleep 0.01; done
"${@:2}" "http://127.0.0.1:$1/"
