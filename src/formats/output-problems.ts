// What several formats say of output that is not whole, or that does not say enough.
import { InputError, type Warning } from '../model/index.ts'
import type { ParsedFailure } from './format.ts'
import { isObject } from './json/shape.ts'

export const NO_DIRECTION = 'nothing says whether lower or higher is better'

/** How a tool that can write its results to a file is told to. */
export const TO_A_FILE = 'run it with -o FILE and set results to FILE'

/** The warning that the output lacks `end`, which its tool prints last. */
export const brokeOff = (code: string, source: string, end: string, things = 'benchmarks'): Warning => ({
  code,
  message: `${source}: has no "${end}" at the end: the output broke off, and later ${things} may be missing`,
})

/** The warning that what a tool prints ends too early. */
export const breaksOff = (code: string, source: string, printed: string): Warning => ({
  code,
  message: `${source}: ${printed} breaks off, so later benchmarks may be missing`,
})

/** `what` shows that the output of `program` is cut. */
export const truncated = (source: string, what: string, program = 'the command'): InputError =>
  new InputError(`${source}: looks truncated${what}; was ${program} stopped? Run it again`)

export const printedNothing = (source: string, tool: string): InputError =>
  new InputError(`${source}: ${tool} began and printed no results; did a benchmark fail? Run it again`)

export const severalDocuments = (source: string): InputError =>
  new InputError(`${source}: holds more than one document; write each to a file of its own`)

/** One name for two things; `where` says more of where they stand. */
export const nameTwice = (source: string, benchmark: string, metric: string, where = ''): InputError =>
  new InputError(
    `${source}: benchmark ${JSON.stringify(benchmark)} has metric ${JSON.stringify(metric)} twice${where}; ` +
      'give each benchmark a name of its own',
  )

/** The failure of a benchmark that threw `error`: JSON has nothing of an Error unless the tool copies its message. */
export function thrownBy(error: unknown, name: string): ParsedFailure {
  const message = isObject(error) ? error.message : error
  return typeof message === 'string' && message !== ''
    ? { name, reason: `it threw: ${message}`, quotes: true }
    : { name, reason: 'it threw' }
}
