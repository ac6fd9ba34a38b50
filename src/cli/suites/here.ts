// The suites of the configuration as they are checked out here, for `run`, `calibrate` and `export`.

import { assertWritable, isStandardOutput } from '../../files/write.ts'
import type { ValuesOf } from '../../inputs/values.ts'
import { layoutsOfSetup } from '../../job/request/request.ts'
import { measureSuites, type PlannedSuite } from '../../job/suites/measure-suites.ts'
import {
  aboutSuite,
  assertSuite,
  assertSuiteDirectory,
  requestOfOne,
} from '../../job/suites/suite-request.ts'
import { untilStopped } from '../../job/until-stopped.ts'
import { withSetups } from '../../measure/checkout/setups.ts'
import { InputError } from '../../model/index.ts'
import { builtIn } from '../../policy/configured-inputs.ts'
import { exitCodes } from '../../policy/exit-codes.ts'
import { describedSuites, valuesOfOwn } from '../../policy/suites.ts'
import { setUp } from '../ab/setup.ts'
import { withConfig } from '../policy.ts'
import { onSuite, tellProblem } from './progress.ts'
import { askedSuites, type SuitesSource, suitesSource } from './source.ts'

/** The file of a suite, where `file` is that of all: its name goes before the ending. */
export function fileOfSuite(file: string, name: string): string {
  const { length } = /(?:\.[^./]+)?(?:\.gz)?$/.exec(file)?.[0] ?? ''
  return `${file.slice(0, file.length - length)}-${name}${file.slice(file.length - length)}`
}

/**
 * The file for what comes of each suite. `out` is one file for one suite. Throws an InputError where several would go to
 * the standard output.
 */
export function filesOfSuites(
  names: string[],
  { out, usual }: { out: string; usual: string },
): Map<string, string> {
  if (isStandardOutput(out) && names.length > 1)
    throw new InputError(
      `out: the standard output takes one document, and there are ${names.length} suites; choose one with --suite, or name a file`,
    )
  const own = (name: string) => (names.length === 1 ? out : fileOfSuite(out, name))
  return new Map(names.map(name => [name, out === '' ? fileOfSuite(usual, name) : own(name)]))
}

/** The names of the suites that are asked for, and where they stand. Throws as `suitesSource` and `askedSuites`. */
export function suitesHere(
  command: 'run' | 'calibrate' | 'export',
  flags: { values: { config: string; suite: string[] }; given: object },
): { source: SuitesSource; names: string[] } {
  const source = suitesSource(command, flags)
  const names = [...describedSuites(source.config).keys()]
  return { source, names: askedSuites(source, names, flags.values.suite) }
}

/** A suite that is measured here, and the file for what comes of it. */
export type SuiteHere = PlannedSuite & { out: string }

/** How one suite is measured here. Throws an InputError. */
export async function planHere<V extends ValuesOf<'run' | 'calibrate'>>(
  name: string,
  { values, given }: { values: V; given: object },
  { source, looks }: { source: SuitesSource; looks: (values: V) => number[] },
): Promise<PlannedSuite> {
  const { config, root } = source
  const described = valuesOfOwn(name, config)
  const own = { ...values, ...described, ...given }
  const request = await aboutSuite(name, () => {
    const planned = requestOfOne(own, { root, looks: looks(own) })
    assertSuite(planned)
    assertSuiteDirectory(root, own)
    return planned
  })
  const timeoutMs = (described['setup-timeout'] ?? builtIn('setup-timeout')) * 1000
  return {
    name,
    request,
    setups: [
      {
        side: 'candidate',
        cwd: request.cwd,
        command: described.setup,
        timeoutMs,
        layouts: layoutsOfSetup(request),
      },
    ],
  }
}

type Asked<V> = { source: SuitesSource; names: string[]; flags: { values: V; given: object } }

/**
 * Measures the suites that are asked for, one after the other. Returns the exit code: 1 where one could not be
 * measured, else the largest that `measure` returned. `usual` is the file of all where `--out` names none.
 */
export async function measureHere<V extends ValuesOf<'run' | 'calibrate'>>(
  { source, names, flags }: Asked<V>,
  { usual, looks }: { usual: string; looks: (values: V) => number[] },
  measure: (suite: SuiteHere, values: V) => Promise<number>,
): Promise<number> {
  const values = withConfig({ values: { ...flags.values, name: '' }, given: flags.given }, source.config)
  const files = filesOfSuites(names, { out: values.out, usual })
  for (const file of files.values()) assertWritable(file)
  const plans: SuiteHere[] = []
  for (const name of names) {
    const plan = await planHere(name, { values, given: flags.given }, { source, looks })
    plans.push({ ...plan, out: files.get(name) as string })
  }
  const outcomes = await untilStopped(signal =>
    withSetups(setups =>
      measureSuites(plans, {
        setUp: setup => setUp({ quiet: values.quiet }, setups, setup, signal),
        measure: suite =>
          measure(
            {
              ...suite,
              request: { ...suite.request, notes: [...suite.request.notes, ...setups.left(suite.setups)] },
            },
            values,
          ),
        onSuite: onSuite(values),
        onProblem: tellProblem,
      }),
    ),
  )
  if (outcomes.some(({ problem }) => problem !== null)) return exitCodes.measuringFailed
  return Math.max(exitCodes.pass, ...outcomes.map(({ result }) => result ?? exitCodes.pass))
}
