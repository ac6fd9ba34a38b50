#!/usr/bin/env bash
# Captures pyperf and pytest-benchmark: capture.sh DIRECTORY writes their JSON there.
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pyperf==2.10.0 pytest==9.0.1 pytest-benchmark==5.2.3 asv==0.6.5 virtualenv
"$work/venv/bin/python" bench_pyperf.py --processes 3 --values 4 --warmups 1 --min-time 0.001 -o "$out/pyperf-2.10.0.json"
"$work/venv/bin/python" -m pyperf timeit --processes 2 --values 3 --warmups 1 --min-time 0.001 \
  --name 'join' "','.join(map(str, range(100)))" -o "$out/pyperf-timeit-2.10.0.json"
"$work/venv/bin/pytest" -q -p no:cacheprovider --benchmark-json="$out/pytest-benchmark-5.2.3.json" \
  --benchmark-min-rounds=6 --benchmark-max-time=0.000001 --benchmark-warmup=off test_bench.py || true
"$work/venv/bin/pytest" -q -p no:cacheprovider --benchmark-json="$out/pytest-benchmark-failed-5.2.3.json" \
  --benchmark-min-rounds=6 --benchmark-max-time=0.000001 failing_bench.py || true
project=$work/project
mkdir -p "$project/benchmarks"
cp asv_suite.py "$project/benchmarks/suite.py"
touch "$project/benchmarks/__init__.py"
printf '%s\n' '{"version": 1, "project": "p", "repo": ".", "branches": ["main"], "environment_type": "existing"}' \
  >"$project/asv.conf.json"
(
  cd "$project"
  git init --quiet --initial-branch=main .
  git -c user.name=p -c user.email=p@example.com commit --quiet --allow-empty --message=x
  asv=$work/venv/bin/asv
  "$asv" machine --yes --machine host --os linux --arch x86_64 --cpu cpu --num_cpu 2 --ram 1 >/dev/null
  "$asv" run --quick --record-samples --set-commit-hash "$(git rev-parse HEAD)" --machine host || true
  sed -E 's#existing-py[A-Za-z0-9_.]*#existing-py#g; s#"/[^"]*"#"/path"#g' results/host/????????-*.json >"$out/asv-0.6.5.json"
)
# Nothing of the machine: its name, its paths, how its Python was built.
sed -i -E 's/"(hostname|node)": ?"[^"]*"/"\1": "host"/g; s#"(/[^"]*)"#"/path"#g; s/"python_(config_args|cflags)": ?"[^"]*",?//g' "$out"/py*.json
