// `stable-bench compare`: compares files that were measured before, by us or by another tool.
import { resolve } from 'node:path'
import { compareSessions } from '../compare/compare-sessions.ts'
import type { ComparisonRequest } from '../compare/comparison-request.ts'
import { alternatedWith } from '../compare/sides/one-job.ts'
import { readSessionFiles } from '../files/session-file.ts'
import { assertWritable } from '../files/write.ts'
import { patternOf } from '../formats/pattern/read.ts'
import type { ValuesOf } from '../inputs/values.ts'
import { InputError, type Session } from '../model/index.ts'
import { exitCodeOf } from '../policy/exit-codes.ts'
import { assertFileFormat, assertFormatCounts, type Flags } from './flags.ts'
import { placementsAt, policyOf, withPolicyDoubts } from './policy.ts'
import { say } from './print.ts'
import { repeatHint } from './repeat-hint.ts'
import { comparisonForms, emit } from './reports.ts'

/** Sessions that do not say when they were measured stay in the order in which they were given. */
function newestFirst(one: Session, other: Session): number {
  const [a, b] = [one.evidence[0]?.startedAt, other.evidence[0]?.startedAt]
  return a && b ? b.localeCompare(a) : 0
}

/** The same file twice would count as two sessions that agree perfectly. */
function assertOnce(side: string, files: string[]): void {
  const paths = files.map(file => resolve(file))
  const twice = files.find((_, i) => paths.indexOf(paths[i] as string) !== i)
  if (twice === undefined) return
  throw new InputError(`compare: --${side} names ${twice} twice; each session counts once, so leave one out`)
}

function readSide(
  side: 'baseline' | 'candidate',
  values: ValuesOf<'compare'>,
): ReturnType<typeof readSessionFiles> {
  // The default is the action's; here it means that no file was given.
  const files = values[side].join() === 'auto' ? [] : values[side]
  if (files.length === 0)
    throw new InputError(`compare: there is no ${side}; name both: compare BASELINE CANDIDATE`)
  assertOnce(side, files)
  return readSessionFiles(files, values.tool, patternOf(values).pattern)
}

type Sides = Pick<ComparisonRequest, 'baselines' | 'candidates' | 'design'>

/** Both sides, and how they were measured: as `order` says, or as the documents do. */
function readSides(values: ValuesOf<'compare'>, given: Flags<'compare'>['given']): Sides {
  // The second reading finds it at its end, as if the command had printed nothing.
  if ([values.baseline, values.candidate].every(files => files.includes('-')))
    throw new InputError(
      'compare: both sides name the standard input (-), which can be read once; keep one in a file',
    )
  const read = (['baseline', 'candidate'] as const).map(side => readSide(side, values))
  const counts = read.some(({ formatCounts }) => formatCounts)
  assertFormatCounts('compare', given, counts)
  const [baselines = [], candidates = []] = read.map(({ sessions }) => sessions)
  // Interleaved: the i-th sessions of both sides are a block, so the given order counts.
  if (values.order === 'interleaved') return { baselines, candidates, design: 'interleaved' }
  const partners = values.order === 'auto' ? alternatedWith(baselines, candidates) : null
  if (partners !== null) return { baselines, candidates: partners, design: 'interleaved' }
  const sorted = { baselines: baselines.sort(newestFirst), candidates: candidates.sort(newestFirst) }
  return { ...sorted, design: 'stored' }
}

/** Returns the exit code; the report goes to the standard output or to --out. */
export async function compareCommand({ words, ...flags }: Flags<'compare'>): Promise<number> {
  if (words.length > 0) throw new InputError('compare: measures nothing, so it takes no command after --')
  assertFileFormat('compare', flags.values)
  if (flags.values.out !== '') assertWritable(flags.values.out)
  const { values, policy } = policyOf(flags)
  const sides = readSides(values, flags.given)
  const known = placementsAt(values.calibration)
  const baselines = sides.baselines.map(session => ({ ...session, ...known }))
  const compared = compareSessions({ ...sides, baselines, policy, assumedGrade: values['testbed-grade'] })
  const comparison = withPolicyDoubts(compared, values.calibration)
  emit(comparisonForms(comparison, values), values, 'compare')
  const hint = await repeatHint({ baseline: sides.baselines, candidate: sides.candidates })
  if (hint !== null) say(values, hint)
  return exitCodeOf(comparison)
}
