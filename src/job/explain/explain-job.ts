// Explains what a job found, after its verdict: what was counted in its runs, and a profile of more runs.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { countedFigures } from '../../explain/counted.ts'
import { gainedFunctions } from '../../explain/gains.ts'
import { isOfInterpreter } from '../../explain/profile.ts'
import { stackTree } from '../../explain/tree.ts'
import { temporaryDirectory } from '../../measure/process/temporary-directory.ts'
import { Interrupted, MeasureError } from '../../measure/runs/errors.ts'
import type { Explained, Policy } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { comparedCode, type FunctionClasses } from '../builds/machine-code.ts'
import type { ProgressListeners } from '../make-runs.ts'
import { type Compared, measureBoth } from '../measure-with-looks.ts'
import type { Job } from '../start.ts'
import { hertzFor, MOST_ROUNDS, type Profiles, profileSides, samplesIn } from './profile-runs.ts'
import { NoProfile, type Profiler } from './profiler.ts'
import { profilerFor } from './profilers.ts'
import { sourcePlaces } from './source-places.ts'
import { countsRequests, evidenceOf, perOperationOf, type Target, targetsOf } from './targets.ts'

const MOST_PLACES = 30

type About = { profiler: string; perOperation: number | null; cwd: string; codes: FunctionClasses }

async function profileOf(
  profiles: Profiles,
  { profiler, perOperation, cwd, codes }: About,
): Promise<Explained['profile']> {
  const gains = gainedFunctions(profiles, { perOperation, codes })
  const all = [...profiles.baseline, ...profiles.candidate]
  const places = new Map(all.flatMap(each => [...each.places]))
  const names = gains.functions.slice(0, MOST_PLACES).map(({ name }) => name)
  const written = await sourcePlaces(names, places, cwd)
  const ofWhat = isOfInterpreter(all)
    ? ', which sees the interpreter: install py-spy for functions in Python'
    : ''
  return {
    profiler: profiler + ofWhat,
    runs: { baseline: profiles.baseline.length, candidate: profiles.candidate.length },
    samples: { baseline: samplesIn(profiles.baseline), candidate: samplesIn(profiles.candidate) },
    ...gains,
    functions: gains.functions.map(each => ({ ...each, ...written.get(each.name) })),
    tree: stackTree(profiles, perOperation),
  }
}

/** The profiler in words, with what it saw of a service. */
function profilerText(job: Job, { name, ofService }: Profiler): string {
  if (job.request.service === null) return name
  const when = ofService === undefined ? 'with its start and warm-up' : 'under the load that counts'
  return `${name} of the service, ${when}${countsRequests(job) ? ', time of a request' : ''}`
}

type Given = { deadline: number; onLine: (line: string) => void; codes: FunctionClasses }

async function profileTarget(
  job: Job,
  target: Target,
  perOperation: number | null,
  { deadline, onLine, codes }: Given,
): Promise<Explained['profile']> {
  const { request, measuring, record } = job
  const command = request.service?.command ?? [request.commands.candidate ?? ''].flat().join(' ')
  const { argv = [], cwd = '.' } = measuring.commands.candidate ?? {}
  const cycles = record.runs.some(({ evidence }) => evidence.some(({ counters }) => counters?.cycles != null))
  const isService = request.service !== null
  const where = { command, argv, cwd, env: measuring.env, cycles, isService }
  const profiler = profilerFor(request.explain?.profile ?? 'auto', where)
  const directory = temporaryDirectory('stable-bench-profile-')
  try {
    const evidence = evidenceOf(job, target).candidate
    const hertz = hertzFor(evidence.length === 0 ? 1e9 : median(evidence.map(({ userTime }) => userTime)))
    const profiles = await profileSides(
      job,
      { profiler, names: target.names, out: join(directory, 'out'), deadline, rounds: MOST_ROUNDS, hertz },
      onLine,
    )
    const by = countsRequests(job) ? null : perOperation
    return await profileOf(profiles, { profiler: profilerText(job, profiler), perOperation: by, cwd, codes })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function inOneLine(message: string): string {
  const [what = '', ...printed] = message.split('\n')
  return [what, ...printed.slice(-1)].join(' ')
}

/** Why there is no profile. Where everyone reads it, what a program or the system said stays in the log. */
function missingText(error: unknown, isPublished: boolean): string {
  if (error instanceof NoProfile) return error.message
  if (error instanceof MeasureError)
    return `under the profiler ${inOneLine(isPublished ? error.published : error.message)}`
  return isPublished
    ? 'the profile cannot be read; the log says why'
    : `the profile cannot be read: ${(error as Error).message}`
}

async function explainTarget(job: Job, target: Target, given: Given): Promise<Explained> {
  const evidence = evidenceOf(job, target)
  const perOperation = perOperationOf(job, target, evidence)
  const about = { benchmark: target.benchmark, counted: countedFigures(evidence, perOperation) }
  try {
    return { ...about, profile: await profileTarget(job, target, perOperation, given), missing: null }
  } catch (error) {
    if (error instanceof Interrupted) throw error
    if (!(error instanceof NoProfile)) given.onLine((error as Error).message)
    return { ...about, profile: null, missing: missingText(error, job.request.published !== null) }
  }
}

async function explainedTargets(
  job: Job,
  compared: Compared,
  policy: Policy,
  told: ProgressListeners,
): Promise<Explained[]> {
  const { onLine } = told
  const { explain } = job.request
  const targets = targetsOf(job, compared, policy)
  if (explain === null || targets.length === 0) return []
  const what = targets.map(({ benchmark }) => benchmark ?? 'the command').join(', ')
  onLine(`explaining ${what}, for ${explain.seconds} s at most`)
  const codes = compared.classes ?? (await comparedCode(job, told)).classes
  const begun = performance.now()
  const explained: Explained[] = []
  for (const [i, target] of targets.entries()) {
    const deadline = begun + ((i + 1) / targets.length) * explain.seconds * 1000
    explained.push(await explainTarget(job, target, { deadline, onLine, codes }))
  }
  return explained
}

/** Measures and compares both sides, and then explains what changed, where that is asked for. The verdict does not depend on it. */
export async function measureAndExplain(
  job: Job,
  policy: Policy,
  told: ProgressListeners,
): Promise<Compared> {
  const compared = await measureBoth(job, policy, told)
  if (job.request.explain === null || job.request.unmeasured) return compared
  const explained = await explainedTargets(job, compared, policy, told)
  if (explained.length === 0) return compared
  const { comparison, baseline, candidate } = compared
  return { baseline, candidate: { ...candidate, explained }, comparison: { ...comparison, explained } }
}
