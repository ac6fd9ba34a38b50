#!/usr/bin/env bash
# Captures load generators: capture.sh DIRECTORY writes their reports there. Takes each that is on the PATH: wrk, wrk2, hey, ab,
# h2load, vegeta, bombardier, autocannon, oha, artillery, locust, pgbench, sysbench, redis-benchmark, memtier_benchmark, fio. All load stays on
# this machine and takes about a second each. For pgbench set PGHOST and PGDATABASE, for those of Redis REDIS_PORT.
set -euo pipefail
out=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
exec 3< <(exec node "$here/server.mjs")
server=$!
trap 'kill "$server"' EXIT
read -r port <&3
at=http://127.0.0.1:$port
has() { command -v "$1" >/dev/null; }
if has wrk; then
  wrk -t1 -c2 -d1s "$at/" >"$out/wrk.txt"
  wrk -t1 -c2 -d1s --latency "$at/busy" >"$out/wrk-latency-busy.txt"
fi
if has wrk2; then
  wrk2 -t1 -c2 -d12s -R60 --latency "$at/" >"$out/wrk2.txt"
  wrk2 -t1 -c2 -d3s -R60 "$at/busy" >"$out/wrk2-busy.txt"
fi
if has hey; then
  hey -z 1s -c 2 "$at/" >"$out/hey.txt"
  hey -n 90 -c 2 "$at/busy" >"$out/hey-busy.txt"
  hey -n 20 -c 2 "$at/broken" >"$out/hey-broken.txt"
fi
if has ab; then
  ab -n 500 -c 2 "$at/" >"$out/ab.txt" 2>/dev/null
  ab -n 90 -c 2 "$at/busy" >"$out/ab-busy.txt" 2>/dev/null
fi
if has h2load; then
  h2load --h1 -n 500 -c 2 "$at/" >"$out/h2load.txt"
  h2load --h1 -n 90 -c 2 "$at/busy" >"$out/h2load-busy.txt"
fi
if has vegeta; then
  echo "GET $at/" | vegeta attack -rate 100 -duration 1s >attack.bin
  vegeta report -type=json attack.bin >"$out/vegeta.json"
  vegeta report attack.bin >"$out/vegeta.txt"
  echo "GET $at/busy" | vegeta attack -rate 90 -duration 1s | vegeta report -type=json >"$out/vegeta-busy.json"
  rm attack.bin
  printf 'GET %s\n' "$at/" "$at/busy" | vegeta attack -rate 40 -duration 1s | vegeta encode >"$out/vegeta-encode.json"
fi
if has bombardier; then
  bombardier -c 2 -d 1s -p r -l "$at/" >"$out/bombardier.txt"
  bombardier -c 2 -d 1s -p r -o json -l "$at/" >"$out/bombardier.json"
  bombardier -c 2 -n 90 -p r -o json -l "$at/busy" >"$out/bombardier-busy.json"
fi
if has autocannon; then
  autocannon -c 2 -d 1 --json "$at/" >"$out/autocannon.json" 2>/dev/null
  autocannon -c 2 -a 90 --json "$at/busy" >"$out/autocannon-busy.json" 2>/dev/null
fi
if has oha; then
  oha --no-tui -z 1s -c 2 --output-format json "$at/" >"$out/oha.json"
  oha --no-tui -n 90 -c 2 --output-format json "$at/busy" >"$out/oha-busy.json"
  oha --no-tui -n 90 -c 2 "$at/busy" >"$out/oha-busy.txt"
fi
if has artillery; then
  artillery run --quiet --target "$at" --output "$out/artillery.json" "$here/artillery.yml" >"$out/artillery.txt" || true
fi
if has locust; then
  (cd "$out" && locust -f "$here/locustfile.py" --headless -u 2 -r 2 -t 14s --host "$at" --csv locust --csv-full-history --only-summary >/dev/null 2>&1) || true
fi
if has pgbench && [ -n "${PGHOST:-}" ]; then
  pgbench -i -q -s 1 2>/dev/null
  pgbench -T 1 -c 2 >"$out/pgbench.txt" 2>/dev/null
  pgbench -t 50 -c 2 -r -S >"$out/pgbench-select.txt" 2>/dev/null
fi
if has sysbench; then
  sysbench cpu --time=1 run >"$out/sysbench-cpu.txt"
  sysbench memory --time=1 --memory-total-size=1G run >"$out/sysbench-memory.txt"
  sysbench threads --time=1 run >"$out/sysbench-threads.txt"
  sysbench cpu --time=1 --percentile=99 run >"$out/sysbench-cpu-percentile.txt"
fi
if has redis-benchmark && [ -n "${REDIS_PORT:-}" ]; then
  redis-benchmark -p "$REDIS_PORT" -n 2000 -t set,get,lpush --csv >"$out/redis-benchmark.csv"
  redis-benchmark -p "$REDIS_PORT" -n 2000 -t set,get >"$out/redis-benchmark.txt"
  redis-benchmark -p "$REDIS_PORT" -n 2000 -t set,get -q >"$out/redis-benchmark-q.txt"
  redis-benchmark -p "$REDIS_PORT" -n 2000 -q set key:__rand_int__ x >"$out/redis-benchmark-q-own.txt"
  # Long enough for progress to be printed many times.
  redis-benchmark -p "$REDIS_PORT" -n 150000 -t set,lpush >"$out/redis-benchmark-progress.txt"
fi
if has memtier_benchmark && [ -n "${REDIS_PORT:-}" ]; then
  memtier() { memtier_benchmark -s 127.0.0.1 -p "$REDIS_PORT" -t 1 -c 2 --json-out-file "$out/$1.json" "${@:2}" >"$out/$1.txt" 2>/dev/null; }
  memtier simple --test-time 1 --hide-histogram
  memtier runs -n 200 -x 2 --hide-histogram
  memtier all -n 200 -x 2 --print-all-runs --print-percentiles 50,95,99.999 --hide-histogram
  memtier commands -n 300 --command='HSET __key__ f __data__' --command='HGET __key__ f'
  REDIS_PORT=1 memtier down -n 300 --hide-histogram
fi
if has fio; then
  fio --name=read --rw=randread --bs=4k --size=4m --runtime=1 --time_based --ioengine=psync --filename=fio.tmp --output-format=json >"$out/fio.json"
  fio --name=mixed --rw=randrw --bs=4k --size=4m --runtime=1 --time_based --ioengine=psync --filename=fio.tmp >"$out/fio.txt"
  fio --thread --runtime=1 --time_based --name=first --rw=randrw --size=2m --bs=4k --filename=fio.tmp --name=second --rw=write --size=2m --bs=64k --filename=fio-2.tmp >"$out/fio-two-jobs-3.33.txt"
  fio --name=mixed --rw=randrw --bs=4k --size=1m --ioengine=psync --filename=fio.tmp --output-format=json,normal >"$out/fio-both-3.33.txt"
  fio --name=mixed --rw=randrw --bs=4k --size=1m --ioengine=psync --filename=fio.tmp --output-format=terse >"$out/fio-terse-3.33.txt"
  rm -f fio.tmp fio-2.tmp
fi
sed -i "s/127\.0\.0\.1:$port/127.0.0.1:8080/g; s/\"Port\": *$port/\"Port\":8080/" "$out"/*.*
