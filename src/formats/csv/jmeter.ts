// JMeter, -l FILE (https://jmeter.apache.org/usermanual/listeners.html#csvlogformat): a row per request, with its time in
// milliseconds. Times of failed requests do not count.
import { InputError } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { type LoggedRequest, parsedLog } from '../load/request-log.ts'
import { numberOf } from '../numbers.ts'
import { type CsvRow, hasTable, rowsOfOneTable } from './rows.ts'

const HINT = 'run it with -l FILE and -Jjmeter.save.saveservice.output_format=csv'
const COLUMNS = ['timeStamp', 'elapsed', 'label', 'responseCode', 'success']

export const jmeter: Format = {
  name: 'jmeter',
  title: 'JMeter JTL (CSV)',
  recognises: text => hasTable(text, COLUMNS),
  parse: (text, source) => {
    const rows = rowsOfOneTable(text, COLUMNS, source, HINT)
    return parsedLog(
      rows.map(row => requestOf(row, source)),
      source,
      HINT,
    )
  },
}

function requestOf({ cells, line }: CsvRow, source: string): LoggedRequest {
  const at = (column: string) => numberOf(cells.get(column), `${source}, line ${line}: ${column}`)
  const success = cells.get('success')
  if (success !== 'true' && success !== 'false')
    throw new InputError(`${source}, line ${line}: success is '${success}', expected true or false; ${HINT}`)
  return {
    ...{ name: cells.get('label') ?? '', failed: success === 'false' },
    ...{ start: at('timeStamp'), took: at('elapsed') },
  }
}
