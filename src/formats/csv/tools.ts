// The tools whose tables are read, after their documentation and captures.
import type { TableTool } from './table.ts'

const percentiles = (unit: string, columns: Record<string, string>): TableTool['times'] =>
  Object.fromEntries(Object.entries(columns).map(([metric, column]) => [metric, [column, unit]]))

const cell = (cells: Map<string, string>, column: string) => cells.get(column) ?? ''

/** https://docs.locust.io/en/stable/retrieving-stats.html: `NAME_stats.csv` of --csv NAME; percentiles are rounded. */
export const locust: TableTool = {
  ...{ name: 'locust', title: 'locust --csv', hint: 'run it with --csv NAME and give NAME_stats.csv' },
  columns: ['Type', 'Name', 'Request Count', 'Failure Count', 'Median Response Time', 'Requests/s'],
  nameOf: cells => `${cell(cells, 'Type')} ${cell(cells, 'Name')}`.trim(),
  isSum: cells => cell(cells, 'Name') === 'Aggregated',
  times: percentiles('ms', {
    ...{ mean: 'Average Response Time', p50: 'Median Response Time' },
    ...{ p90: '90%', p95: '95%', p99: '99%' },
  }),
  load: { rate: 'Requests/s', counts: { total: 'Request Count', failed: 'Failure Count' } },
}

/** redis-benchmark --csv, since Redis 6.2 with latencies. */
export const redisBenchmarkTable: TableTool = {
  ...{ name: 'redis-benchmark', title: 'redis-benchmark', hint: 'run it with --csv' },
  columns: ['test', 'rps', 'avg_latency_ms'],
  nameOf: cells => cell(cells, 'test'),
  times: percentiles('ms', {
    ...{ p50: 'p50_latency_ms', mean: 'avg_latency_ms', p95: 'p95_latency_ms', p99: 'p99_latency_ms' },
  }),
  load: { rate: 'rps' },
}

/** criterion of Haskell (https://hackage.haskell.org/package/criterion), --csv FILE */
export const haskellCriterion: TableTool = {
  ...{ name: 'haskell-criterion', title: 'criterion (Haskell) --csv', hint: 'run it with --csv FILE' },
  columns: ['Name', 'Mean', 'MeanLB', 'MeanUB', 'Stddev'],
  nameOf: cells => cell(cells, 'Name'),
  times: { time: ['Mean', 's'] },
}

/** https://hackage.haskell.org/package/tasty-bench, --csv FILE; the columns of memory with +RTS -T */
export const tastyBench: TableTool = {
  ...{ name: 'tasty-bench', title: 'tasty-bench --csv', hint: 'run it with --csv FILE' },
  columns: ['Name', 'Mean (ps)', '2*Stdev (ps)'],
  nameOf: cells => cell(cells, 'Name'),
  times: {
    time: ['Mean (ps)', 'ps'],
    'allocated-bytes': ['Allocated', 'B'],
    'peak-memory': ['Peak Memory', 'B'],
  },
}

/** A name by the cells of these columns: `group/experiment/size`. */
export const celeroName = (columns: string[]) => (cells: Map<string, string>) =>
  columns.map(column => cell(cells, column)).join('/')

/** https://github.com/DigitalInBlue/Celero, -t FILE */
export const celero: TableTool = {
  ...{ name: 'celero', title: 'Celero -t', hint: 'run it with -t FILE' },
  columns: ['Group', 'Experiment', 'Problem Space', 'us/Iteration'],
  nameOf: celeroName(['Group', 'Experiment', 'Problem Space']),
  times: { time: ['us/Iteration', 'us'] },
  failed: 'Failure',
}
