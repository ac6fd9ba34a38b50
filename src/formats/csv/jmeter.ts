// JMeter, -l FILE (https://jmeter.apache.org/usermanual/listeners.html#csvlogformat): a row per request, with its time in
// milliseconds. Times of failed requests do not count.
import { InputError } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { type LoggedRequest, parsedLog } from '../load/request-log.ts'
import { type CsvRow, cellNumber, hasTable, rowsOfOneTable } from './rows.ts'

const HINT = 'run it with -l FILE and -Jjmeter.save.saveservice.output_format=csv'
const COLUMNS = ['timeStamp', 'elapsed', 'label', 'responseCode', 'success']

export const jmeter: Format = {
  name: 'jmeter',
  title: 'JMeter JTL (CSV)',
  recognises: text => hasTable(text, COLUMNS),
  parse: (text, source) => {
    const requests = rowsOfOneTable(text, COLUMNS, source, HINT).map(row => requestOf(row, source))
    return parsedLog(requests, source, HINT)
  },
}

function requestOf(row: CsvRow, source: string): LoggedRequest {
  const { cells } = row
  const success = cells.get('success')
  if (success !== 'true' && success !== 'false')
    throw new InputError(
      `${source}, line ${row.line}: success is '${success}', expected true or false; ${HINT}`,
    )
  return {
    ...{ name: cells.get('label') ?? '', failed: success === 'false' },
    ...{ start: cellNumber(row, 'timeStamp', source), took: cellNumber(row, 'elapsed', source) },
  }
}
