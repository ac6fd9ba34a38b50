import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { measuredValue } from '../../../src/formats/unread/measured-values.ts'
import { growthOf, LINEAR } from '../../cpu-time.ts'

const folder = new URL('../fixtures/unread/', import.meta.url)

describe('measured values are seen in what benchmark tools print', () => {
  // Of asv, JMeter and k6 these are files of numbers without units, and no tool prints them. Those of fio and nanobench
  // have numbers alone: they are known by their form.
  const numbersAlone = /nothing|google-benchmark|old-asv|jmeter|k6-out|fio-terse|nanobench-boxplot/
  it.each(readdirSync(folder).filter(file => !numbersAlone.test(file)))('%s', file => {
    expect(measuredValue(readFileSync(new URL(file, folder), 'utf8'))).not.toBeNull()
  })

  it.each([
    ['wrk', '  2 threads and 10 connections\nRequests/sec:  61250.40\nTransfer/sec:     9.40MB\n'],
    ['ab', 'Requests per second:    1234.56 [#/sec] (mean)\n'],
    ['hey', '\nSummary:\n  Total:\t10.0012 secs\n  Requests/sec:\t12345.6789\n'],
    ['vegeta', 'Latencies     [min, mean, 50, 90]  1.2ms, 2.1ms, 2ms, 3ms\n'],
    ['h2load', 'finished in 10.00s, 1234.56 req/s, 1.20MB/s\n'],
    [
      'pgbench',
      'number of transactions actually processed: 10000\ntps = 810.123456 (without initial connection time)\n',
    ],
    ['sysbench', '    transactions:                        1234   (123.40 per sec.)\n'],
    ['redis-benchmark', 'SET: 123456.79 requests per second, p50=0.207 msec\n'],
    ['fio', '  read: IOPS=12.3k, BW=48.2MiB/s (50.5MB/s)(482MiB/10001msec)\n'],
    ['fio latency', '     lat (usec): min=1, max=2, avg=1.50\n'],
    ['iperf', '[  5]   0.00-10.00  sec  1.10 GBytes  9.41 Gbits/sec\n'],
    ['YCSB', '[OVERALL], Throughput(ops/sec), 1234.5\n[READ], AverageLatency(us), 123.4\n'],
    ['Haskell criterion', 'benchmarking sort/1000\ntime                 87.4 ns   (86.90 ns .. 88.10 ns)\n'],
    ['tasty-bench CSV', 'Name,Mean (ps),2*Stdev (ps)\nAll.sort,1234,56\n'],
    [
      'benchee',
      'Name           ips        average  deviation         median         99th %\nmap         2.34 K      427.78 μs    ±16.22%      406.29 μs\n',
    ],
    [
      'XCTest',
      "Test Case '-[T testX]' measured [Time, seconds] average: 0.123, relative standard deviation: 3.456%, values: [0.120, 0.121]\n",
    ],
    [
      'zBench',
      'benchmark   runs   total time   time/run (avg ± σ)  (min ... max)  p75  p99\n---\nmy bench    1000   1.2s   1.2ms ± 10us\n',
    ],
    [
      'Celero',
      '|     Group      |  us/Iteration   | Iterations/sec  |\n|:------|------:|-----:|\n|Sort  |  12.50000 |   80000.00 |\n',
    ],
    ['Swift', '│ Metric │ p0 │ p25 │\n│ Time (wall clock) (μs) * │     100 │     110 │\n'],
    ['iai', 'bench_sort_small\n  Instructions:                1912\n  Estimated Cycles:            2641\n'],
    ['libtest JSON', '{ "type": "bench", "name": "tests::a", "median": 3161, "deviation": 975 }\n'],
    ['benchmark-driver', 'Comparison:\n               while:  12345.6 i/s\n'],
    [
      'Ruby Benchmark',
      '       user     system      total        real\n   0.010000   0.000000   0.010000 (  0.012345)\n',
    ],
    [
      'STREAM',
      'Function    Best Rate MB/s  Avg time     Min time\nCopy:           12345.6     0.012966     0.012961\n',
    ],
    ['openssl speed', "The 'numbers' are in 1000s of bytes per second processed.\n"],
    ['a harness of its own', 'sort: 1.25 ms\n'],
    ['a harness that prints JSON', '{"name":"sort","meanMs":1.25}\n'],
    ['a harness that prints keys', 'sort latency_us=12\n'],
    ['a mean with its spread', 'sort mean 3.2 stddev 0.1\n'],
    ['iperf3 JSON', '{ "end": { "sum_sent": { "seconds": 1.0001, "bits_per_second": 10852004163.49 } } }\n'],
    ['stress-ng YAML', '- stressor: cpu\n  bogo-ops-per-second-usr-sys-time: 1234.5\n'],
    ['CSV with a column of times', 'name,elapsed\nsort,0.0123\n'],
    ['CSV of means', '"benchmark";"mean";"runs"\n"sort";1.2e-08;10\n'],
    ['a count in a fixed time', 'ran for 10 s, did 123456 iterations\n'],
    ['a count in the time it took', '5,000 operations completed in 10.00s\n'],
    ['JMeter', 'summary +  12345 in 00:00:30 =  411.5/s Avg:     2 Min:     0 Max:   103\n'],
    ['ghz CSV', 'duration (ms),status,error\n1.2,OK,\n'],
    ['oha CSV', 'request-start,DNS,request-duration,bytes\n0.000123,0,0.000789,5\n'],
    ['Kafka', 'start.time, MB.sec, rebalance.time.ms\n2026-01-01 00:00:00:000, 9.53, 100\n'],
    ['a table by tabs', 'benchmark\tops\tns\nsort\t100\t123\n'],
    ['GFLOPS', 'gemm 512: 35.2 GFLOPS\n'],
    ['a rate per minute', 'parse  812.4 ops/min\n'],
    ['a time of each operation in words', 'parse  12.4µ sec/op\n'],
    ['colours', '\u001b[32mRequests/sec\u001b[0m: \u001b[1m612\u001b[0m\n'],
  ])('of %s', (_, text) => expect(measuredValue(text)).not.toBeNull())

  it('shows the line, shortened', () => {
    expect(measuredValue('Running 30s test\n  Requests/sec:  61250.40\n')).toBe('Requests/sec: 61250.40')
    expect(measuredValue(`${'x'.repeat(200)}: 3 ns`)).toHaveLength(80)
  })
})

describe('ordinary output shows none', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'done\n'],
    ['a number', '42\n'],
    ['numbers', '2 3 5 7 11 13\n17 19 23\n'],
    ['a compiler', 'Compiled in 3 s\n'],
    [
      'cargo build',
      '   Compiling a v0.1.0 (/src/a)\n    Finished `release` profile [optimized] target(s) in 0.03s\n',
    ],
    ['npm', 'added 10 packages, and audited 11 packages in 3s\n'],
    [
      'a bundler',
      'vite v5.0.0 building for production...\n✓ 34 modules transformed.\ndist/a.js  1.2 kB │ gzip: 0.6 kB\n✓ built in 1.23s\n',
    ],
    [
      'maven',
      '[INFO] BUILD SUCCESS\n[INFO] Total time:  1.234 s\n[INFO] Finished at: 2026-11-20T10:00:00Z\n',
    ],
    ['gradle', 'BUILD SUCCESSFUL in 1s\n2 actionable tasks: 2 executed\n'],
    ['pytest', '============ 3 passed in 0.12s ============\n'],
    ['mocha', '  ✓ adds (12ms)\n\n  2 passing (35ms)\n'],
    ['rspec', 'Finished in 0.00123 seconds (files took 0.1 seconds to load)\n3 examples, 0 failures\n'],
    ['the time of bash', '\nreal\t0m0.012s\nuser\t0m0.001s\nsys\t0m0.002s\n'],
    [
      'a listing',
      '-rw-r--r-- 1 root root 4.0K Nov 26 20:38 base.txt\ndrwxr-xr-x 2 root root 4096 Nov 26 20:38 src\n',
    ],
    ['a log', '2026-11-20T10:00:00.123Z INFO started on port 8080\n[1/3] build\n[2/3] items: 3, params: 2\n'],
    ['waiting', 'waiting for 5 s\nretry after 100 ms, timeout: 30s\n'],
    ['decades', 'music of the 1980s and 2020s\n'],
    ['an average', 'average temperature: 12.3\n'],
    ['a result', 'sum = 5000000050000000\npi is about 3.14159\n'],
    ['JSON', '{"name":"a","items":[1,2,3],"version":"1.2.3","time":1732650000}\n'],
    ['words about benchmarks', 'Running benchmarks...\nlatency and throughput are measured\n'],
    ['CSV of data', 'time,open,close\n2026-11-20,101.5,102.25\n'],
    ['a list in words', 'The mean, as 12 of 20 people say, is 3.\n'],
    ['a table of people', 'name,age,duration of stay\nAda,36,4\n'],
    ['a solver', 'converged after 12 iterations, residual 1e-9\n'],
    ['work in a time', 'copied 1200 files in 3 s\n'],
    ['a version', 'building lib/2.1/src and v1/s\n'],
    ['paths', 'src/s 3\ncopied 12 files to out/sec\n'],
    ['progress', 'step 3 of 10, 30% done\n'],
    ['countries', 'country,code\nUS,331002651\nMS,3\n'],
    ['a table of films', 'title,year,runtime\nAlien,1979,117\n'],
    ['names of hosts', 'foo.us, 12\nbuild.ms,5\n'],
    ['languages', 'Accept-Language: de-DE,de;q=0.9,en-US;q=0.8\n'],
    ['files', 'docs/min.js  5.2 kB\nrows/min.csv 3\nitems/ns.txt 4\nwrote out/12/s and data/5/s.bin\n'],
    ['a formula', 'H(s) = 5/s + 2\n'],
    ['a solver', 'Converged after 12 iterations in 0.5 s\ncommitted 3 transactions in 2 s\n'],
    ['retries', 'after 5000 requests, sleeping for 10 s\nPolling: 3 loops, waiting for 5 s\n'],
  ])('%s', (_, text) => expect(measuredValue(text)).toBeNull())
})

it.each([
  ['digits', (size: number) => '1'.repeat(size)],
  ['numbers', (size: number) => '1 '.repeat(size)],
  ['lines', (size: number) => 'a 1\n'.repeat(size / 2)],
  ['blanks', (size: number) => ' '.repeat(size)],
  ['headings', (size: number) => 'latency\n'.repeat(size / 4)],
])('is found in linear time among %s', (_, text) => {
  expect(growthOf(size => measuredValue(text(size)), 20_000)).toBeLessThan(LINEAR)
})
