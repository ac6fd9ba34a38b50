// `stable-bench compare`: compares files that were measured before, by us or by another tool.
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
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

/** Behind links. A pipe has no other name. */
function placeOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return resolve(file)
  }
}

/** The first of `all` that equals a later one, with that one. */
function sameTwo<Each>(all: Each[], areSame: (one: Each, other: Each) => boolean): [Each, Each] | undefined {
  for (const [i, one] of all.entries()) {
    const other = all.slice(i + 1).find(each => areSame(one, each))
    if (other !== undefined) return [one, other]
  }
}

/** A file twice would agree perfectly with itself: as two sessions of a side, or as both sides. */
function assertOnce(named: { file: string; side: string }[]): void {
  const placed = named.map(each => ({ ...each, place: placeOf(each.file) }))
  const [one, other] = sameTwo(placed, (a, b) => a.place === b.place) ?? []
  if (one === undefined || other === undefined) return
  const links = one.file === other.file ? '' : `, which is ${one.file},`
  throw new InputError(
    one.side === other.side
      ? `compare: --${one.side} names ${other.file}${links} twice; each session counts once, so leave one out`
      : `compare: ${other.file}${links} is the baseline and the candidate; a file has no change against itself, so name another one`,
  )
}

/** The same for copies of a result document: no two runs of a machine are alike in all that is known of them. */
function assertNoCopies(sessions: Session[]): void {
  const [one, other] =
    sameTwo(
      sessions.filter(({ evidence }) => evidence.length > 0),
      (a, b) => isDeepStrictEqual({ ...a, source: b.source }, b),
    ) ?? []
  if (one === undefined || other === undefined) return
  throw new InputError(
    `compare: ${other.source} is a copy of ${one.source}, with the same runs; each session counts once, so name another one`,
  )
}

function filesOf(side: 'baseline' | 'candidate', values: ValuesOf<'compare'>): string[] {
  // The default is the action's; here it means that no file was given.
  const files = values[side].join() === 'auto' ? [] : values[side]
  if (files.length > 0) return files
  throw new InputError(`compare: there is no ${side}; name both: compare BASELINE CANDIDATE`)
}

type Sides = Pick<ComparisonRequest, 'baselines' | 'candidates' | 'design'>

/** Both sides, and how they were measured: as `order` says, or as the documents do. */
function readSides(values: ValuesOf<'compare'>, given: Flags<'compare'>['given']): Sides {
  // The second reading finds it at its end, as if the command had printed nothing.
  if ([values.baseline, values.candidate].every(files => files.includes('-')))
    throw new InputError(
      'compare: both sides name the standard input (-), which can be read once; keep one in a file',
    )
  const named = (['baseline', 'candidate'] as const).map(side => ({ side, files: filesOf(side, values) }))
  assertOnce(named.flatMap(({ side, files }) => files.map(file => ({ file, side }))))
  const { pattern } = patternOf(values)
  const read = named.map(({ files }) => readSessionFiles(files, values.tool, pattern))
  const counts = read.some(({ formatCounts }) => formatCounts)
  assertFormatCounts('compare', given, counts)
  const [baselines = [], candidates = []] = read.map(({ sessions }) => sessions)
  assertNoCopies([...baselines, ...candidates])
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
