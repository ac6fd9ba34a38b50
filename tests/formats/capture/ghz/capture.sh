#!/usr/bin/env bash
# Captures ghz: capture.sh DIRECTORY writes its files there. Needs go.
set -euo pipefail
version=0.120.0
out=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
GOBIN=$work go install "github.com/bojand/ghz/cmd/ghz@v$version"
go build -o "$work/server" .
exec 3< <(exec "$work/server")
server=$!
trap 'kill "$server"; rm -rf "$work"' EXIT
read -r port <&3
health() { "$work/ghz" --insecure --call grpc.health.v1.Health.Check -n 60 -c 2 -O json "$@" "127.0.0.1:$port"; }
health >"$out/ghz-$version.json"
health -d '{"service":"missing"}' --rps 50 >"$out/ghz-failed-$version.json"
sed -i "s/127\.0\.0\.1:$port/127.0.0.1:8080/" "$out"/ghz-*.json
