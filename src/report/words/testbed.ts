// Describes the machine on one line, so that a reader knows whether they could repeat the measurement.
import type { Comparison, Testbed } from '../../model/index.ts'
import { shortenMiddle } from './shorten-middle.ts'
import { visibleText } from './visible-text.ts'

const WIDTH = 60

/** Says which CPUs the benchmark was pinned to: `list` is a CPU list, or `none`. */
export const cpusText = (list: string) => (list === 'none' ? 'not pinned' : `CPU ${list}`)

/** How each fact is written: as `name value`, unless the value speaks for itself. */
const WRITTEN: [fact: string, write: (value: string) => string | null][] = [
  ['cpu-model', value => value.replace(/\(R\)|\(TM\)/gi, '')],
  ['virtual', value => (value === 'no' ? null : 'virtual')],
  ['memory', value => value],
  ['kernel', value => `kernel ${value}`],
  ['governor', value => `governor ${value}`],
  ['turbo', value => `turbo ${value}`],
  ['smt', value => `SMT ${value}`],
  ['pinned-cpus', cpusText],
]

/**
 * Null where none of these facts is known:
 * `tuned, AMD EPYC 4345P, 64 GiB, kernel 6.12.48, governor performance, turbo off, SMT off, CPU 2`.
 */
export function testbedLine({ grade, facts }: Testbed): string | null {
  const parts = WRITTEN.flatMap(([fact, write]) => {
    const value = facts[fact]
    const text = value === undefined || value.trim() === '' ? null : write(value.trim())
    return text === null ? [] : [shortenMiddle(visibleText(text), WIDTH)]
  })
  return parts.length === 0 ? null : [grade, ...parts].join(', ')
}

/** The candidate's machine, and the baseline's where that one is unknown; null where both are. */
export function testbedText({ candidate, baseline }: Comparison): string | null {
  const testbed = candidate.testbed ?? baseline.testbed
  return testbed === null ? null : testbedLine(testbed)
}
