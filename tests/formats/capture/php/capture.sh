#!/usr/bin/env bash
# Captures PHPBench: capture.sh DIRECTORY PHPBENCH writes its XML there. PHPBENCH is the program itself, version 1.2.15.
set -euo pipefail
out=$(realpath "$1")
phpbench=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")"
version=1.2.15
run() { php "$phpbench" run SortBench.php --progress=none "$@" >/dev/null 2>&1 || true; }
run --dump-file="$out/phpbench-$version.xml"
run --filter=Join --executor=local --dump-file="$out/local-$version.xml"
# Nothing of the machine: its name and its paths.
sed -i -E 's#(/[a-zA-Z0-9_.+-]+)+/([A-Za-z]+\.php|PhpBench[A-Za-z0-9]*)#/path/\2#g
  s#(name="(host|release|version)" type="string">)[^<]*#\1x#; s#>/[^<]*<#>/path<#g' "$out"/*.xml
