// `stable-bench ab`: measures two commands alternately and compares them.
import { resolve } from 'node:path'
import { assertWritable } from '../history/store/session-file.ts'
import type { ValuesOf } from '../inputs/values.ts'
import { type Compared, measureBoth } from '../job/measure.ts'
import { type MeasureRequest, requestOf } from '../job/request.ts'
import { sessionOf } from '../job/session.ts'
import type { Job } from '../job/start.ts'
import { untilStopped, whileMeasuring } from '../job/while-measuring.ts'
import { runSetup } from '../measure/checkout/setup.ts'
import { InputError, type Policy } from '../model/index.ts'
import { exitCodeOf } from '../policy/exit-codes.ts'
import type { Flags } from './flags.ts'
import { policyOf, withPolicyDoubts } from './policy.ts'
import { emitReport, openSaveDirectory, saveReports, saveSessions } from './reports.ts'

type Reporting = {
  policy: Policy
  directory: string
  values: Pick<ValuesOf<'ab'>, 'max-runs' | 'calibration' | 'output' | 'out' | 'all'>
}

/** Measures and compares the two commands of `request`; keeps samples and reports in `directory`. */
export async function measureAndReport(
  request: MeasureRequest,
  { policy, values, directory }: Reporting,
): Promise<Compared> {
  const keep = (job: Job) => {
    saveSessions(directory, { baseline: sessionOf(job, 'baseline'), candidate: sessionOf(job, 'candidate') })
    process.stderr.write(`measuring ended after ${job.record.runs.length} runs; they are in ${directory}\n`)
  }
  const compared = await whileMeasuring(request, keep, (job, onRun) =>
    measureBoth(job, { policy, maxRuns: values['max-runs'] }, onRun),
  )
  saveSessions(directory, compared)
  const comparison = withPolicyDoubts(compared.comparison, values.calibration)
  const { html, json } = saveReports(directory, comparison)
  emitReport(comparison, values)
  process.stderr.write(`HTML report: ${html}\nJSON report: ${json}\n`)
  return { ...compared, comparison }
}

/** Returns the exit code; the report goes to the standard output or to --out. */
export async function abCommand({ words, ...flags }: Flags<'ab'>): Promise<number> {
  if (words.length > 0)
    throw new InputError("ab: takes no command behind --; give --base 'CMD' and --head 'CMD'")
  for (const side of ['base', 'head'] as const) {
    if (flags.values[side] === '')
      throw new InputError(`ab: --${side} is empty; give the command of that side`)
  }
  if (flags.values.out !== '') assertWritable(flags.values.out)
  const { values, policy } = policyOf(flags)
  const directory = openSaveDirectory(values.save)
  if (values.setup !== '')
    await untilStopped(signal =>
      runSetup(values.setup, {
        cwd: resolve(values['working-directory']),
        side: 'candidate',
        env: process.env,
        timeoutMs: values['setup-timeout'] * 1000,
        signal,
        cache: null,
        output: 2,
      }),
    )
  const commands = { baseline: values.base, candidate: values.head }
  const request = requestOf(values, { commands, runs: values.runs })
  const { comparison } = await measureAndReport(request, { policy, values, directory })
  return exitCodeOf(comparison, values['fail-on'])
}
