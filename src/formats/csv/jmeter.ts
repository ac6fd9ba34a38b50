// JMeter, -l FILE (https://jmeter.apache.org/usermanual/listeners.html#csvlogformat): a row per request, with its time in
// milliseconds. Times of failed requests do not count.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { joinParsed } from '../join-parsed.ts'
import { parsedReports, rowName } from '../load/report.ts'
import { numberOf } from '../numbers.ts'
import { type CsvRow, csvRows, hasTable } from './rows.ts'

const HINT = 'run it with -l FILE and -Jjmeter.save.saveservice.output_format=csv'
const COLUMNS = ['timeStamp', 'elapsed', 'label', 'responseCode', 'success']

export const jmeter: Format = {
  name: 'jmeter',
  title: 'JMeter JTL (CSV)',
  recognises: text => hasTable(text, COLUMNS),
  parse: (text, source) => {
    const rows = csvRows(text, COLUMNS, source, HINT)
    // The rate is that from the first request to the last one, so that two runs cannot be one.
    if (new Set(rows.map(({ table }) => table)).size > 1)
      throw new InputError(`${source}: its header is there twice; give the output of one run`)
    const labels = new Map<string, CsvRow[]>()
    for (const row of rows) {
      const label = row.cells.get('label') ?? ''
      const own = labels.get(label) ?? []
      labels.set(label, own)
      own.push(row)
    }
    return joinParsed([...labels].map(([label, own]) => parsedLabel(label, own, source)))
  },
}

function parsedLabel(label: string, rows: CsvRow[], source: string): Parsed {
  const requests = rows.map(({ cells, line }) => {
    const at = (column: string) => numberOf(cells.get(column), `${source}, line ${line}: ${column}`)
    const success = cells.get('success')
    if (success !== 'true' && success !== 'false')
      throw new InputError(
        `${source}, line ${line}: success is '${success}', expected true or false; ${HINT}`,
      )
    return { start: at('timeStamp'), elapsed: at('elapsed'), failed: success === 'false' }
  })
  const times = requests.filter(({ failed }) => !failed).map(({ elapsed }) => elapsed)
  const start = requests.reduce((least, each) => Math.min(least, each.start), Number.POSITIVE_INFINITY)
  const end = requests.reduce((most, each) => Math.max(most, each.start + each.elapsed), 0)
  const share = { total: requests.length, failed: requests.length - times.length }
  const rate = end > start ? requests.length / ((end - start) / 1000) : null
  const report = { name: label, things: 'requests', times: [], rate, failed: share }
  const parsed = parsedReports([report], source, HINT)
  const time = {
    name: rowName(label, 'latency'),
    metric: 'time',
    unit: 'ms',
    better: 'lower' as const,
    runs: [times],
  }
  return times.length === 0 ? parsed : { ...parsed, samples: [time, ...parsed.samples] }
}
