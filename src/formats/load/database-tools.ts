// Databases whose load generator prints a report that is read: the lines of each, after its documentation and captures.
import type { TextTool } from './text-report.ts'
import { each, line, NUMBER, percentiles } from './text-tools.ts'

/** https://www.postgresql.org/docs/current/pgbench.html; failed transactions are counted since PostgreSQL 15. */
export const pgbench: TextTool = {
  ...{ name: 'pgbench', title: 'pgbench', hint: 'print its whole report' },
  words: 'transaction type: ',
  begin: line('^transaction type: '),
  end: line(String.raw`^tps = .*\)$`),
  things: 'transactions',
  unit: 'ms',
  times: { mean: line(`^latency average = ${NUMBER} ms`) },
  rate: line(String.raw`^tps = ${NUMBER} \((?:without initial|excluding|including re)`),
  total: [
    each(String.raw`^number of transactions actually processed: ([^\s/]+)`),
    each(String.raw`^number of failed transactions: (\S+)`),
  ],
  failed: [each(String.raw`^number of failed transactions: (\S+)`)],
}

/** https://github.com/akopytov/sysbench: its tests print different rates. Times are in steps of 10 µs. */
export const sysbench: TextTool = {
  ...{ name: 'sysbench', title: 'sysbench', hint: 'print its whole report' },
  words: 'sysbench ',
  begin: line(String.raw`^sysbench \d+\.\d+`),
  end: line(String.raw`^ +execution time \(avg/stddev\): +\S+/\d+\.\d\d\n`),
  unit: 'ms',
  times: {
    mean: line(`^ +avg: +${NUMBER}$`),
    ...percentiles(percent => `^ +${percent}th percentile: +${NUMBER}$`, 50, 90, 95, 99),
  },
  // Its tests of threads and of mutexes print nothing of their own.
  hasNoRate: line('^Threads started!\\n+General statistics:$'),
  others: [
    ['transactions', 'transactions/s', line(String.raw`^ +transactions: +\S+ +\(${NUMBER} per sec\.\)`)],
    ['queries', 'queries/s', line(String.raw`^ +queries: +\S+ +\(${NUMBER} per sec\.\)`)],
    ['events', 'events/s', line(`^ +events per second: +${NUMBER}$`)],
    ['operations', 'operations/s', line(String.raw`^Total operations: \S+ \(${NUMBER} per second\)`)],
    ['bandwidth', 'MiB/s', line(String.raw`MiB transferred \(${NUMBER} MiB/sec\)`)],
    ['reads', 'reads/s', line(`^ +reads/s: +${NUMBER}$`)],
    ['writes', 'writes/s', line(`^ +writes/s: +${NUMBER}$`)],
  ],
  things: 'transactions',
  total: [each(String.raw`^ +transactions: +(\S+)`), each(String.raw`^ +ignored errors: +(\S+)`)],
  failed: [each(String.raw`^ +ignored errors: +(\S+)`)],
}

const redisTime = (column: number) =>
  line(String.raw`^ +avg +min +p50 +p95 +p99 +max *\n(?: +\S+){${column}} +${NUMBER}`)

/** https://redis.io/docs/latest/operate/oss_and_stack/management/optimization/benchmarks/, the full report and that of -q. */
export const redisBenchmarkText: TextTool = {
  ...{ name: 'redis-benchmark', title: 'redis-benchmark', hint: 'run it with --csv' },
  words: 'requests per second',
  begin: line(
    String.raw`(?:^|={6} )(?! *throughput summary) *(?<name>[^\s=](?:(?!: ).)*?)(?: ={6}\n(?= +\S+ requests completed in )|: (?=\S+ requests per second, p))`,
  ),
  end: line(String.raw`requests per second, p\S+ msec *\n|^ +avg +min .*\n(?: +\S+){6} *\n`),
  unit: 'ms',
  times: {
    p50: line(String.raw`(?:, p50=| +avg +min +p50 +p95 +p99 +max *\n(?: +\S+){2} +)${NUMBER}`),
    mean: redisTime(0),
    p95: redisTime(3),
    p99: redisTime(4),
  },
  rate: line(`${NUMBER} requests per second`),
}
