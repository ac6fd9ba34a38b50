// The command, or the suites of the configuration as they are checked out here, for `run`, `calibrate` and `export`.
import { assertWritable, isStandardOutput } from '../../files/write.ts'
import type { ValuesOf } from '../../inputs/values.ts'
import { layoutsOfSetup, type MeasureRequest, requestOf } from '../../job/request/request.ts'
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
import type { Config } from '../../policy/config-schema.ts'
import { builtIn } from '../../policy/configured-inputs.ts'
import { exitCodes } from '../../policy/exit-codes.ts'
import { describedSuites, valuesOfOwn } from '../../policy/suites.ts'
import { setUp } from '../ab/build-both.ts'
import { configuredValues, withConfig } from '../policy.ts'
import { telling, withLeft } from './progress.ts'
import { askedSuites, assertCommand, assertNoSuites, type SuitesSource, suitesSource } from './source.ts'

/** The file of a suite, where `file` is that of all: its name goes before the ending. */
export function fileOfSuite(file: string, name: string): string {
  const { length } = /(?:\.[^./]+)?(?:\.gz)?$/.exec(file)?.[0] ?? ''
  return `${file.slice(0, file.length - length)}-${name}${file.slice(file.length - length)}`
}

/** The file for what comes of each suite: `out` is one for one suite. Throws an InputError where several would go to the standard output. */
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

/** How one suite is measured here. Throws an InputError. */
export async function planHere<V extends ValuesOf<'run' | 'calibrate'>>(
  name: string,
  { values, given }: { values: V; given: object },
  { source, looks }: { source: Pick<SuitesSource, 'config' | 'root'>; looks: (values: V) => number[] },
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
  const { setup: command } = described
  const layouts = layoutsOfSetup(request)
  return { name, request, setups: [{ side: 'candidate', cwd: request.cwd, command, timeoutMs, layouts }] }
}

/** What is measured, and the file for what comes of it. `ofSuites`: it is a suite of the configuration. */
export type MeasuringHere<V> = {
  request: MeasureRequest
  out: string
  values: V
  config: Config
  ofSuites: boolean
}

type Given<V> = { values: V; given: Partial<V> }

/** `usual` is the file where `--out` names none. */
type How<V> = {
  usual: string
  looks: (values: V) => number[]
  measure: (asked: MeasuringHere<V>) => Promise<number>
}

/** Measures the suites that are asked for, one after the other. */
async function measureSuitesHere<V extends ValuesOf<'run' | 'calibrate'>>(
  command: 'run' | 'calibrate',
  flags: Given<V>,
  { usual, looks, measure }: How<V>,
): Promise<number> {
  const { source, names } = suitesHere(command, flags)
  const { config } = source
  const values = withConfig({ ...flags, values: { ...flags.values, name: '' } }, config)
  const files = filesOfSuites(names, { out: values.out, usual })
  for (const file of files.values()) assertWritable(file)
  const plans: PlannedSuite[] = []
  for (const name of names)
    plans.push(await planHere(name, { values, given: flags.given }, { source, looks }))
  const outcomes = await untilStopped(signal =>
    withSetups(setups =>
      measureSuites(plans, {
        setUp: setup => setUp({ quiet: values.quiet }, setups, setup, signal),
        measure: suite => {
          const { name, request } = withLeft(suite, setups)
          return measure({ request, out: files.get(name) as string, values, config, ofSuites: true })
        },
        ...telling(values),
      }),
    ),
  )
  if (outcomes.some(({ problem }) => problem !== null)) return exitCodes.measuringFailed
  return Math.max(exitCodes.pass, ...outcomes.map(({ result }) => result ?? exitCodes.pass))
}

/**
 * Measures the command in `words`, or without one the suites that are asked for. Returns the exit code: 1 where a suite could not be
 * measured, else the largest that `measure` returned.
 */
export async function measureHere<V extends ValuesOf<'run' | 'calibrate'>>(
  command: 'run' | 'calibrate',
  { words, ...flags }: Given<V> & { words: string[] },
  how: How<V>,
): Promise<number> {
  if (words.length === 0) return measureSuitesHere(command, flags, how)
  assertCommand(command, words)
  assertNoSuites(command, flags.values)
  const { values, configured: config } = configuredValues(flags)
  const out = values.out || how.usual
  assertWritable(out)
  const request = requestOf(values, { commands: { candidate: words }, looks: how.looks(values) })
  return how.measure({ request, out, values, config, ofSuites: false })
}
