#!/usr/bin/env bash
# Captures lit: capture.sh DIRECTORY writes its report there. Needs lit 23.1.5 (pip install lit).
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
export PYTHONPATH=$PWD/suite PYTHONDONTWRITEBYTECODE=1
lit -q suite --output "$out/lit-23.1.5.json" >/dev/null || true
