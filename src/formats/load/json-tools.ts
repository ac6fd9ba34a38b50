// The load generators whose JSON is read: where each has its figures, after its documentation and captures.
import { asText, isObject, type JsonObject, objectOf } from '../json/shape.ts'
import { type JsonTool, pathOf, sumWhere } from './json-report.ts'
import { BOMBARDIER_HINT } from './text-tools.ts'

const percentilesIn = (at: string, names: Record<string, string>) =>
  Object.fromEntries(Object.entries(names).map(([metric, key]) => [metric, `${at}/${key}`]))

const placed = (document: JsonObject, url: unknown) => {
  const place = pathOf(url)
  return [{ document, ...(place !== undefined && { place }) }]
}

/** https://github.com/tsenart/vegeta#json */
export const vegetaJson: JsonTool = {
  ...{ name: 'vegeta', title: 'vegeta report', hint: 'run vegeta report -type=json' },
  keys: ['latencies', 'bytes_in', 'status_codes', 'success'],
  unit: 'ns',
  times: percentilesIn('latencies', { p50: '50th', mean: 'mean', p90: '90th', p95: '95th', p99: '99th' }),
  // `rate` is how many were sent, which a slow server does not change.
  rate: 'throughput',
  isRateOfSuccesses: true,
  counts: at => ({ total: at('requests'), failed: Math.round(at('requests') * (1 - at('success'))) }),
}

/** https://github.com/mcollina/autocannon#autocannonopts-cb: percentiles are whole milliseconds, so the mean is first. */
export const autocannon: JsonTool = {
  ...{ name: 'autocannon', title: 'autocannon --json', hint: 'run it with --json' },
  keys: ['non2xx', 'mismatches', 'latency', 'requests'],
  parts: document => placed(document, document.url),
  unit: 'ms',
  times: percentilesIn('latency', { mean: 'mean', p50: 'p50', p90: 'p90', p97_5: 'p97_5', p99: 'p99' }),
  rate: 'requests/mean',
  counts: at => ({
    total: at('requests/total') + at('errors'),
    failed: at('non2xx') + at('errors'),
  }),
}

/** https://github.com/codesenberg/bombardier: percentiles only with -l */
export const bombardierJson: JsonTool = {
  ...{ name: 'bombardier', title: 'bombardier', hint: BOMBARDIER_HINT },
  keys: ['numberOfConnections', 'req2xx', 'timeTakenSeconds', 'rps'],
  parts: document => placed(document, objectOf(document.spec).url),
  unit: 'us',
  times: {
    mean: 'result/latency/mean',
    ...percentilesIn('result/latency/percentiles', { p50: '50', p90: '90', p95: '95', p99: '99' }),
  },
  rate: 'result/rps/mean',
  counts: (at, { result }) => ({
    total: sumWhere(result, /^req\dxx$/) + at('result/others'),
    failed: sumWhere(result, /^req[145]xx$/) + at('result/others'),
  }),
}

/** https://github.com/hatoo/oha: its successRate counts answers of any status. Requests that the end of -z cut off failed nothing. */
export const oha: JsonTool = {
  ...{ name: 'oha', title: 'oha --output-format json', hint: 'run it with --output-format json' },
  keys: ['successRate', 'requestsPerSec', 'latencyPercentiles', 'statusCodeDistribution'],
  unit: 's',
  times: {
    ...percentilesIn('latencyPercentiles', { p50: 'p50' }),
    mean: 'summary/average',
    ...percentilesIn('latencyPercentiles', { p90: 'p90', p95: 'p95', p99: 'p99' }),
  },
  rate: 'summary/requestsPerSec',
  counts: (_, { statusCodeDistribution: codes, errorDistribution: errors }) => {
    const failed = sumWhere(codes, /^[145]/) + sumWhere(errors, /^(?!aborted due to deadline)/)
    return { failed, total: failed + sumWhere(codes, /^[23]/) }
  },
}

function ghzPart(document: JsonObject) {
  const list = Array.isArray(document.latencyDistribution) ? document.latencyDistribution : []
  const percentiles = list.map(each => (isObject(each) ? [`p${asText(each.percentage)}`, each.latency] : []))
  const { name } = document
  const named = typeof name === 'string' && name !== '' ? { name } : {}
  return [{ ...named, document: { ...document, percentiles: Object.fromEntries(percentiles) } }]
}

/** https://ghz.sh/docs/output: times are nanoseconds. */
export const ghz: JsonTool = {
  ...{ name: 'ghz', title: 'ghz -O json', hint: 'run it with -O json' },
  keys: ['latencyDistribution', 'statusCodeDistribution', 'rps', 'fastest'],
  parts: ghzPart,
  unit: 'ns',
  times: {
    ...percentilesIn('percentiles', { p50: 'p50' }),
    mean: 'average',
    ...percentilesIn('percentiles', { p90: 'p90', p95: 'p95', p99: 'p99' }),
  },
  rate: 'rps',
  counts: at => ({ total: at('count'), failed: at('count') - at('statusCodeDistribution/OK') }),
}

/** https://www.artillery.io/docs/reference/reported-metrics: answers of 400 and above, and errors of connections. Percentiles are of steps, so the mean is first. */
export const artillery: JsonTool = {
  ...{ name: 'artillery', title: 'artillery run --output', hint: 'run it with --output FILE' },
  keys: ['aggregate', 'intermediate', 'counters', 'summaries'],
  unit: 'ms',
  times: percentilesIn('aggregate/summaries/http.response_time', {
    ...{ mean: 'mean', p50: 'median', p90: 'p90', p95: 'p95', p99: 'p99' },
  }),
  rate: 'aggregate/rates/http.request_rate',
  counts: (at, { aggregate }) => {
    const failed = sumWhere(objectOf(aggregate).counters, /^http\.codes\.[45]|^errors\./)
    return { failed, total: Math.max(at('aggregate/counters/http.requests'), failed) }
  },
}

const DIRECTIONS = ['read', 'write', 'trim']

function fioParts({ jobs }: JsonObject) {
  const all = Array.isArray(jobs) ? jobs.filter(isObject) : []
  return all.flatMap(job =>
    DIRECTIONS.flatMap(direction => {
      const document = job[direction]
      const ran = isObject(document) && document.total_ios !== 0
      return ran
        ? [{ name: `${asText(job.jobname)}/${direction}`, document: { ...document, error: job.error } }]
        : []
    }),
  )
}

/** https://fio.readthedocs.io/en/latest/fio_doc.html#json-output: a row per job and direction; a job stops at an error. */
export const fio: JsonTool = {
  ...{ name: 'fio', title: 'fio --output-format=json', hint: 'run it with --output-format=json' },
  keys: ['fio version', 'jobs', 'clat_ns', 'iops'],
  parts: fioParts,
  things: 'operations',
  unit: 'ns',
  times: {
    mean: 'lat_ns/mean',
    ...percentilesIn('clat_ns/percentile', { p50: '50.000000', p95: '95.000000', p99: '99.000000' }),
  },
  rate: 'iops',
  others: [['bandwidth', 'B/s', 'bw_bytes']],
  counts: at => (at('error') === 0 ? null : { failed: 1, total: 1 }),
}
