// vegeta encode (https://github.com/tsenart/vegeta#encode-command): a line of JSON for each request, with its time in nanoseconds.
import { grouped } from '../../grouped.ts'
import { InputError } from '../../model/index.ts'
import { isObject, numberAt, shown } from '../json/shape.ts'
import { tolerantJson } from '../json/tolerant.ts'
import type { OtherForm } from '../runs/join-parsed.ts'
import { pathOf } from './json-report.ts'
import { type LoggedRequest, parsedLog } from './request-log.ts'

const HINT = 'run vegeta encode'
const LINE = /^\{"attack":.*"latency":/
/** Anywhere: it may stand behind the results of another tool. */
const SIGN = new RegExp(LINE.source, 'm')

/** The same as a report of vegeta counts as a success. */
const isSuccess = (code: number) => code >= 200 && code < 400

type Attacked = LoggedRequest & { target: string; number: number }

function requestOf(line: string, where: string): Attacked {
  const entry = tolerantJson(line, where, HINT)
  if (!isObject(entry)) throw new InputError(`${where}: is ${shown(entry)}, expected an object; ${HINT}`)
  const { attack, timestamp, method, url } = entry
  const start = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  if (Number.isNaN(start))
    throw new InputError(`${where}: timestamp is ${shown(timestamp)}, expected a date; ${HINT}`)
  return {
    name: typeof attack === 'string' ? attack : '',
    target: `${typeof method === 'string' ? method : 'GET'} ${pathOf(url) ?? ''}`,
    number: numberAt(entry.seq, `${where}: seq`),
    start,
    took: numberAt(entry.latency, `${where}: latency`) / 1e6,
    failed: !isSuccess(numberAt(entry.code, `${where}: code`)),
  }
}

/** Requests are numbered from 0 and end in any order. Throws an InputError where one is missing, or is there twice. */
function assertWhole(requests: Attacked[], source: string): void {
  for (const [name, own] of grouped(requests, each => each.name)) {
    const numbers = new Set(own.map(({ number }) => number))
    const of = name === '' ? '' : ` of ${shown(name)}`
    if (numbers.size < own.length)
      throw new InputError(
        `${source}: a request${of} is there twice; give the output of one attack, or a -name to each`,
      )
    const missing = own.findIndex((_, i) => !numbers.has(i))
    if (missing !== -1)
      throw new InputError(`${source}: looks truncated: request ${missing}${of} is missing; run it again`)
  }
}

/** Requests for several targets are several benchmarks; those for one are named as those of a report. */
export const vegetaLog: OtherForm = {
  recognises: text => SIGN.test(text),
  parse: (text, source) => {
    const lines = text.split('\n')
    if (LINE.test(lines.at(-1) ?? ''))
      throw new InputError(
        `${source}: looks truncated: its last line has no end; was vegeta stopped? Run it again`,
      )
    const requests = lines.flatMap((line, i) =>
      LINE.test(line) ? [requestOf(line, `${source}, line ${i + 1}`)] : [],
    )
    assertWhole(requests, source)
    const isOne = new Set(requests.map(({ target }) => target)).size === 1
    const named = ({ name, target, number: _, ...rest }: Attacked) => ({
      ...rest,
      name: isOne ? name : [name, target].filter(Boolean).join(' '),
    })
    return parsedLog(requests.map(named), source, HINT)
  },
}
