// Tables of load generators as other people write them: other delimiters, and labels of which every request failed.
import { expect, it } from '@jest/globals'
import { formatNamed } from '../../../src/formats/index.ts'
import { recogniseFormat } from '../../../src/formats/recognise.ts'
import { fixtures } from '../fixtures.ts'

const JTL = fixtures.find(({ format }) => format === 'jmeter')?.text ?? ''
const YCSB = fixtures.find(({ format }) => format === 'ycsb')?.text ?? ''
const parsed = (format: string, text: string) => formatNamed(format).parse(text, 'out')

it.each(['\t', ';'])('a table with %j between its cells is the same table', delimiter => {
  const text = JTL.replaceAll(',', delimiter)
  expect(recogniseFormat(text)?.name).toBe('jmeter')
  expect(parsed('jmeter', text)).toEqual(parsed('jmeter', JTL))
})

it('a single request that failed at once, or took no time, is a row, and refuses nothing', () => {
  const header = 'timeStamp,elapsed,label,responseCode,success\n'
  const failed = parsed('jmeter', `${header}1700000000000,0,Cart,500,false\n1700000000000,7,Home,200,true\n`)
  expect(failed.failures).toEqual([{ name: 'Cart: latency', reason: 'all requests failed' }])
  expect(failed.samples.map(({ name }) => name)).toContain('Home: latency')
  const quick = parsed('jmeter', `${header}1700000000000,0,Cart,200,true\n`)
  expect(quick.samples.map(({ name, runs }) => [name, runs])).toEqual([
    ['Cart: latency', [[0]]],
    ['Cart: failed-requests', [[0]]],
  ])
})

it('a label without a name needs none', () => {
  const { samples } = parsed(
    'jmeter',
    'timeStamp,elapsed,label,responseCode,success\n1700000000000,7,,200,true\n',
  )
  expect(samples.map(({ name }) => name)).toEqual(['latency', 'requests', 'failed-requests'])
})

it('a YCSB that says nothing of the result counts operations as it does', () => {
  const text = YCSB.replaceAll(/Return=(?:OK|0)/g, 'Return=')
  expect(parsed('ycsb', text)).toEqual(parsed('ycsb', YCSB))
})

it('a table whose lines Python ended on Windows is the same table', () => {
  const stats = fixtures.find(({ file }) => file.endsWith('locust_stats.csv'))?.text ?? ''
  expect(parsed('locust', stats.replaceAll('\r\n', '\r\r\n'))).toEqual(parsed('locust', stats))
})
