// The tests of a report, whatever tool wrote it: their times, those that failed, and those that did not run.
import { type Parsed, warningOf } from '../format.ts'

/** `place`: the suite, which counts only where two tests have one name. */
export type Test = { name: string; place?: string } & (
  | { seconds: number }
  /** `message` is text of the test. */
  | { failed: string; message?: string }
  | { skipped: true }
)

const LONGEST_MESSAGE = 200

function reasonOf(failed: string, message: string | undefined): { reason: string; quotes?: true } {
  const first = message?.trim().split('\n')[0]?.slice(0, LONGEST_MESSAGE) ?? ''
  return first === '' ? { reason: failed } : { reason: `${failed}: ${first}`, quotes: true }
}

const placeOf = ({ name, place }: Test) => ({ name, ...(place !== undefined && { place }) })

/** A sample per test that passed, a failure per test that did not, and one warning for all that were skipped. */
export function parsedTests(tests: Test[], tool: string): Parsed {
  const skipped = tests.filter(test => 'skipped' in test).map(({ name }) => name)
  return {
    samples: tests.flatMap(test =>
      'seconds' in test
        ? [{ ...placeOf(test), metric: 'time', unit: 's', better: 'lower' as const, runs: [[test.seconds]] }]
        : [],
    ),
    failures: tests.flatMap(test =>
      'failed' in test ? [{ ...placeOf(test), ...reasonOf(test.failed, test.message) }] : [],
    ),
    warnings: warningOf('tests-skipped', `tests of ${tool} that did not run:`, skipped),
  }
}

/** The test's name behind that of its class or file, unless it starts with that. */
export function nameIn(group: string | undefined, name: string): string {
  if (group === undefined || group === '') return name
  const says = name.startsWith(group) && !/^\w/.test(name.slice(group.length))
  return says ? name : `${group}/${name}`
}
