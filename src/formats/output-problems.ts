// What several formats say of output that is not whole, or that does not say enough.
import { InputError } from '../model/index.ts'

export const NO_DIRECTION = 'nothing says whether lower or higher is better'

/** How a tool that can write its results to a file is told to. */
export const TO_A_FILE = 'run it with -o FILE and set results to FILE'

/** For a warning: the output lacks `end`, which its tool prints last. */
export const brokeOff = (source: string, end: string): string =>
  `${source}: has no "${end}" at the end: the output broke off, and later benchmarks may be missing`

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
    `${source}: benchmark ${benchmark} has metric ${metric} twice${where}; give each benchmark a name of its own`,
  )
