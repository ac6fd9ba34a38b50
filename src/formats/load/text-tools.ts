// The HTTP load generators whose printed report is read: the lines of each, after its documentation and captures. Those of
// databases are in database-tools.ts.
import type { TextTool } from './text-report.ts'

const TIME = String.raw`(?<value>\S+?) ?(?<unit>ns|us|µs|ms|s|m|h|secs?)?(?=\s|$)`
export const NUMBER = String.raw`(?<value>\S+)`
export const line = (pattern: string) => new RegExp(pattern, 'm')
export const each = (pattern: string) => new RegExp(pattern, 'gm')
export const percentiles = (of: (percent: number) => string, ...percents: number[]) =>
  Object.fromEntries(percents.map(percent => [`p${percent}`, line(of(percent))]))

/** https://github.com/wg/wrk; wrk2 writes `50.000%`. Percentiles only with --latency. */
export const wrk: TextTool = {
  ...{ name: 'wrk', title: 'wrk', hint: 'print its whole report' },
  words: ' test @ ',
  begin: line(String.raw`^Running \S+ test @ (?<url>\S+)\n +\d+ threads and \d+ connections$`),
  end: line(String.raw`^Transfer/sec: +\S+\n`),
  unit: 'us',
  times: {
    p50: line(String.raw`^ +50(?:\.0+)?% +${TIME}$`),
    mean: line(`^ +Latency +${TIME} `),
    ...percentiles(percent => String.raw`^ +${percent}(?:\.0+)?% +${TIME}$`, 90, 99),
  },
  rate: line(`^Requests/sec: +${NUMBER}$`),
  total: [
    each(String.raw`^ +(\S+) requests in `),
    each(String.raw`^ +Socket errors: connect (\S+), read (\S+), write (\S+), timeout (\S+)$`),
  ],
  failed: [
    each(String.raw`^ +Non-2xx or 3xx responses: (\S+)$`),
    each(String.raw`^ +Socket errors: connect (\S+), read (\S+), write (\S+), timeout (\S+)$`),
  ],
}

const ANSWERS = String.raw`^ +\[[23]\d\d\]\s+(\S+) responses$`
const REFUSALS = String.raw`^ +\[[145]\d\d\]\s+(\S+) responses$`
/** Below `Error distribution:`; a status has `responses` behind its number. */
const ERRORS = String.raw`^ +\[(\S+)\]\s(?!\s*\S+ responses$)`

/** https://github.com/rakyll/hey */
export const hey: TextTool = {
  ...{ name: 'hey', title: 'hey', hint: 'print its whole report' },
  words: 'Summary:',
  begin: line(String.raw`^Summary:\n +Total:\s`),
  // Errors of connections may follow the answers, so that a blank line ends the report.
  end: line(String.raw`^(?:Status code|Error) distribution:\n(?: +\[.*\n)+\n`),
  unit: 's',
  times: {
    p50: line(`^ +50%+ in ${TIME}$`),
    mean: line(String.raw`^ +Average:\s+${TIME}$`),
    ...percentiles(percent => `^ +${percent}%+ in ${TIME}$`, 90, 95, 99),
  },
  rate: line(String.raw`^ +Requests/sec:\s+${NUMBER}$`),
  total: [each(ANSWERS), each(REFUSALS), each(ERRORS)],
  failed: [each(REFUSALS), each(ERRORS)],
}

/** https://github.com/hatoo/oha: its rate counts the requests that the end of -z cut off, which failed nothing. */
export const ohaText: TextTool = {
  ...{ name: 'oha', title: 'oha', hint: 'run it with --output-format json' },
  words: 'Success rate:',
  begin: line(String.raw`^Summary:\n +Success rate:\s`),
  end: line(
    String.raw`^Status code distribution:\n(?: +\[.*\n)*(?:\nError distribution:\n(?: +\[.*\n)+)?(?! *\[)(?!\nError)`,
  ),
  unit: 's',
  times: {
    p50: line(String.raw`^ +50(?:\.00)?% in ${TIME}$`),
    mean: line(String.raw`^ +Average:\s+${TIME}$`),
    ...percentiles(percent => String.raw`^ +${percent}(?:\.00)?% in ${TIME}$`, 90, 95, 99),
  },
  rate: line(String.raw`^ +Requests/sec:\s+${NUMBER}$`),
  seconds: line(String.raw`^ +Total:\s+${TIME}$`),
  total: [each(ANSWERS), each(REFUSALS), each(ERRORS)],
  failed: [each(REFUSALS), each(String.raw`^ +\[(\S+)\]\s(?!\s*\S+ responses$|aborted due to deadline)`)],
}

/** https://httpd.apache.org/docs/current/programs/ab.html: percentiles are whole milliseconds, so the mean is first. */
export const ab: TextTool = {
  ...{ name: 'ab', title: 'ab (ApacheBench)', hint: 'print its whole report' },
  words: 'This is ApacheBench',
  begin: line('^This is ApacheBench, Version '),
  end: line(String.raw`^ 100% +\d+ \(longest request\)$`),
  unit: 'ms',
  times: {
    mean: line(String.raw`^Time per request: +${NUMBER} \[ms\] \(mean\)$`),
    ...percentiles(percent => `^ +${percent}% +${NUMBER}$`, 50, 90, 95, 99),
  },
  rate: line(String.raw`^Requests per second: +${NUMBER} \[#/sec\]`),
  total: [each(String.raw`^Complete requests: +(\S+)$`)],
  // Those of another length count as failed in ab, though a page may differ from request to request.
  failed: [
    each(String.raw`^ +\(Connect: (\S+), Receive: (\S+), Length: \S+, Exceptions: (\S+)\)$`),
    each(String.raw`^Non-2xx responses: +(\S+)$`),
  ],
}

/** https://nghttp2.org/documentation/h2load.1.html. Versions that name the row of requests otherwise are refused. */
export const h2load: TextTool = {
  ...{ name: 'h2load', title: 'h2load', hint: 'print its whole report' },
  words: 'starting benchmark...',
  begin: line(String.raw`^starting benchmark\.\.\.$`),
  end: line('^req/s +: .*%$'),
  unit: 's',
  times: { mean: line(String.raw`^time for request: +\S+ +\S+ +${TIME} `) },
  rate: line(String.raw`^finished in \S+, ${NUMBER} req/s, `),
  total: [each(String.raw`^requests: (\S+) total, `)],
  failed: [each(String.raw`^requests: .* succeeded, (\S+) failed, `)],
}

const vegetaTime = (column: number) =>
  line(
    String.raw`^Latencies +\[min, mean, 50, 90, 95, 99, max\] +(?:\S+, ){${column}}(?<value>[^\s,]+?)(?<unit>[nµm]?s),`,
  )

/** The printed report of vegeta; durations of a minute and more (`1m2s`) are left to its JSON. */
export const vegetaText: TextTool = {
  ...{ name: 'vegeta', title: 'vegeta report', hint: 'run vegeta report -type=json' },
  words: '[total, rate, throughput]',
  begin: line(String.raw`^Requests +\[total, rate, throughput\] `),
  end: line('^Error Set:$'),
  unit: 's',
  times: {
    ...{ p50: vegetaTime(2), mean: vegetaTime(1) },
    ...{ p90: vegetaTime(3), p95: vegetaTime(4), p99: vegetaTime(5) },
  },
  rate: line(String.raw`^Requests .*\] +[^\s,]+, [^\s,]+, (?<value>[^\s,]+)$`),
  isRateOfSuccesses: true,
  // No answer at all counts as 0.
  total: [each(String.raw`(?<=^Status Codes +\[code:count\] .*)(?<=\s)[^\s:]+:(\S+)`)],
  failed: [each(String.raw`(?<=^Status Codes +\[code:count\] .*)(?<=\s)(?:0|[145]\d\d):(\S+)`)],
}

export const BOMBARDIER_HINT = 'run it with -p r -o json'

/** https://github.com/codesenberg/bombardier */
export const bombardierText: TextTool = {
  ...{ name: 'bombardier', title: 'bombardier', hint: BOMBARDIER_HINT },
  words: 'Statistics ',
  begin: line('^Statistics +Avg +Stdev +Max$'),
  end: line(String.raw`^ +Throughput: +\S+/s$`),
  unit: 'us',
  times: {
    mean: line(`^ +Latency +${TIME} `),
    ...percentiles(percent => `^ +${percent}% +${TIME}$`, 50, 90, 95, 99),
  },
  rate: line(`^ +Reqs/sec +${NUMBER} `),
  total: [
    each(String.raw`^ +1xx - (\S+), 2xx - (\S+), 3xx - (\S+), 4xx - (\S+), 5xx - (\S+)$`),
    each(String.raw`^ +others - (\S+)$`),
  ],
  failed: [
    each(String.raw`^ +1xx - (\S+), 2xx - \S+, 3xx - \S+, 4xx - (\S+), 5xx - (\S+)$`),
    each(String.raw`^ +others - (\S+)$`),
  ],
}
