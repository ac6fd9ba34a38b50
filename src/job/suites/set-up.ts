// The setup commands of several suites. Suites with the same command in the same directory share what it builds.
import { grouped } from '../../grouped.ts'
import type { Side } from '../../measure/runs/schedule.ts'

/** A setup command of one side. `command` is '' where there is nothing to do. */
export type SuiteSetup = {
  side: Side
  cwd: string
  command: string
  timeoutMs: number
  /** The layouts of the builds that it has to make; empty where it makes one build. */
  layouts: number[]
}

const keyOf = ({ side, cwd, command, layouts }: SuiteSetup) => JSON.stringify([side, cwd, command, layouts])

/** Calls `run` once for each setup, and gives its outcome, a failure too, to everybody who asks for it again. */
export function onceEach(run: (setup: SuiteSetup) => Promise<void>): (setup: SuiteSetup) => Promise<void> {
  const begun = new Map<string, Promise<void>>()
  return setup => {
    if (setup.command === '') return Promise.resolve()
    const key = keyOf(setup)
    const known = begun.get(key) ?? run(setup)
    begun.set(key, known)
    return known
  }
}

/** The suites in their order, but those with the same setups in a row: a setup in between might remove what they have built. */
export const bySetup = <Suite extends { setups: SuiteSetup[] }>(suites: Suite[]): Suite[] =>
  [...grouped(suites, ({ setups }) => setups.map(keyOf).join('\n')).values()].flat()
