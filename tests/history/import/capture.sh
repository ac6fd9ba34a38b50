#!/usr/bin/env bash
# Captures what real tools leave behind while a repository goes on: capture.sh DIRECTORY writes the results of asv, the
# saved runs of pytest-benchmark and a file of pyperf per commit there. Versions: see below. A minute.
set -euo pipefail
out=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pyperf==2.10.0 pytest==9.0.1 pytest-benchmark==5.2.3 asv==0.6.5 virtualenv
export PATH=$work/venv/bin:$PATH
project=$work/project
bash "$here/make-repository.sh" "$project"
cd "$project"
mkdir -p benchmarks "$out"/{asv,pytest-benchmark,pyperf}
touch benchmarks/__init__.py
printf 'import sys\nsys.path.insert(0, %s)\n\n\nclass Work:\n    def time_work(self):\n        import work\n        work.work()\n\n\ndef time_constant():\n    sum(range(2000))\n' "'$project'" >benchmarks/suite.py
printf 'import work\n\n\ndef test_work(benchmark):\n    benchmark(work.work)\n' >test_work.py
printf 'import pyperf\nimport work\n\npyperf.Runner().bench_func("work", work.work)\n' >bench_work.py
printf '%s\n' '{"version": 1, "project": "p", "repo": ".", "branches": ["main"], "environment_type": "existing", "results_dir": "results"}' >asv.conf.json
asv machine --yes --machine host --os linux --arch x86_64 --cpu cpu --num_cpu 2 --ram 1 >/dev/null
# Not in the order of the commits, as asv fills gaps.
for commit in $(git rev-list HEAD | sort); do
  git checkout --quiet "$commit"
  asv run --record-samples --set-commit-hash "$commit" --machine host -a repeat=5 -a number=20 -a warmup_time=0 >/dev/null
  pytest -q -p no:cacheprovider --benchmark-save=run --benchmark-save-data --benchmark-min-rounds=5 --benchmark-max-time=0.000001 >/dev/null
  python bench_work.py --processes 2 --values 3 --warmups 0 --loops 20 -o "$out/pyperf/${commit:0:10}.json" >/dev/null
done
cp -r results/. "$out/asv"
cp -r .benchmarks/. "$out/pytest-benchmark"
# Nothing of the machine: its name, its paths, how its Python was built.
find "$out" -name '*.json' -exec sed -i -E \
  's/existing-py[A-Za-z0-9_.]*/existing-py/g; s/"(hostname|node)": ?"[^"]*"/"\1": "host"/g; s#"(/[^"]*)"#"/path"#g; s/"python_(config_args|cflags)": ?"[^"]*",?//g' {} +
for file in "$out"/asv/host/*-existing-*.json; do mv "$file" "${file%%-existing-*}-existing-py.json"; done
