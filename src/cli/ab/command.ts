// `stable-bench ab`: measures two commands interleaved and compares them.
import { resolve } from 'node:path'
import { assertWritable } from '../../files/write.ts'
import type { ValuesOf } from '../../inputs/values.ts'
import { measureAndExplain } from '../../job/explain/explain-job.ts'
import type { Compared } from '../../job/measure-with-looks.ts'
import { assertLinux } from '../../job/platform.ts'
import { looksAtBoth, looksIfChosen } from '../../job/request/planned-looks.ts'
import { layoutsOfSetup, type MeasureRequest, requestOf } from '../../job/request/request.ts'
import type { Job } from '../../job/start.ts'
import { untilStopped, whileMeasuring } from '../../job/until-stopped.ts'
import { withSetups } from '../../measure/checkout/setups.ts'
import { InputError, type Policy } from '../../model/index.ts'
import { exitCodeOf } from '../../policy/exit-codes.ts'
import type { Flags } from '../flags.ts'
import { placementsAt, policyOf, withPolicyDoubts } from '../policy.ts'
import {
  comparisonForms,
  emit,
  inSaveDirectory,
  keepFiles,
  keepInterrupted,
  saveProfiles,
  saveReport,
  saveSessions,
} from '../reports.ts'

import { abSuites } from '../suites/ab.ts'
import { assertCommand, assertNoSuites } from '../suites/source.ts'
import { measureAgainstRef } from './base-ref.ts'
import { setUp, setupOf } from './build-both.ts'

type Reporting = {
  policy: Policy
  directory: string
  values: Pick<ValuesOf<'ab'>, 'calibration' | 'output' | 'out' | 'all' | 'save' | 'quiet'>
}

/** Measures and compares the two commands of `request`; keeps samples and reports in `directory`. */
async function measureAndReport(
  request: MeasureRequest,
  { policy, values, directory }: Reporting,
): Promise<Compared> {
  const keep = (job: Job) => keepInterrupted(directory, job, values.quiet)
  const known = { ...request, ...placementsAt(values.calibration) }
  const compared = await whileMeasuring(known, keep, (job, told) => measureAndExplain(job, policy, told))
  const comparison = withPolicyDoubts(compared.comparison, values.calibration)
  // The verdict comes first: it must not depend on writing the files.
  const forms = comparisonForms(comparison, values)
  emit(forms, values, 'ab')
  keepFiles(values, () => {
    saveSessions(directory, compared)
    saveReport(values, directory, forms, 'comparison.json')
    saveProfiles(directory, comparison)
  })
  return { ...compared, comparison }
}

type Verb = 'ab' | 'explain'

/** Two commands, or one behind `--` for two commits. */
function assertSides(command: Verb, values: ValuesOf<'ab'>, words: string[]): void {
  const sides = ['baseline', 'candidate'] as const
  const given = sides.filter(side => values[`${side}-command`] !== '')
  if (values['base-ref'] !== '') {
    if (given.length > 0)
      throw new InputError(`${command}: --base-ref compares two commits; give one command, after --`)
    return
  }
  if (words.length > 0) {
    const message = `${command}: takes no command after -- without --base-ref; give two: ${command} 'BASELINE CMD' 'CANDIDATE CMD'`
    throw new InputError(`${message}, or --base-ref main to compare this checkout with main`)
  }
  for (const side of sides) {
    if (given.includes(side)) continue
    throw new InputError(
      `${command}: --${side} is empty; give two commands, before any flag that takes a list: ${command} 'BASELINE CMD' 'CANDIDATE CMD'; ` +
        'or --base-ref main -- CMD; or --base-ref main alone for the suites of .stable-bench.yml',
    )
  }
}

/** Returns the exit code; the report goes to the standard output or to --out. */
export async function abCommand({ words, ...flags }: Flags<'ab'>, command: Verb = 'ab'): Promise<number> {
  assertLinux()
  assertSides(command, flags.values, words)
  if (flags.values.out !== '') assertWritable(flags.values.out)
  if (flags.values['base-ref'] !== '' && words.length === 0) return abSuites({ ...flags, words }, command)
  if (words.length > 0) assertCommand(command, words)
  assertNoSuites(command, flags.values)
  const { values, policy } = policyOf(flags)
  return inSaveDirectory(values.save, async directory => {
    const measure = (request: MeasureRequest) => measureAndReport(request, { policy, values, directory })
    const { comparison } =
      values['base-ref'] === ''
        ? await measureCommands(values, measure)
        : await measureAgainstRef({ values, policy, words, measure })
    return exitCodeOf(comparison)
  })
}

/** `explain` is `ab` that explains. */
export const explainCommand = ({ values, ...flags }: Flags<'explain'>): Promise<number> =>
  abCommand({ ...flags, values: { ...values, explain: true } }, 'explain')

/** Sets up and measures the two commands. */
function measureCommands(
  values: ValuesOf<'ab'>,
  measure: (request: MeasureRequest) => Promise<Compared>,
): Promise<Compared> {
  const cwd = resolve(values['working-directory'])
  const commands = { baseline: values['baseline-command'], candidate: values['candidate-command'] }
  const request = { ...requestOf(values, { commands, looks: looksAtBoth(values) }), ...looksIfChosen(values) }
  const layouts = layoutsOfSetup(request)
  return withSetups(async setups => {
    const setup = { ...setupOf(values), cwd, side: 'candidate', layouts } as const
    await untilStopped(signal => setUp(values, setups, setup, signal))
    return measure({ ...request, notes: setups.left([setup]) })
  })
}
