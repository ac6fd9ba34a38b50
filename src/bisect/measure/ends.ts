// Both ends of a range, interleaved, until the change between them is sure: it decides what is searched for.

import { rowSettings } from '../../compare/sides/row-settings.ts'
import { type Compared, measureBoth } from '../../job/measure-with-looks.ts'
import { looksAtBoth } from '../../job/request/planned-looks.ts'
import { whileMeasuring } from '../../job/until-stopped.ts'
import { freshCheckout } from '../../measure/checkout/setup.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import { type Comparison, InputError, type Policy, type Row } from '../../model/index.ts'
import { firstOf, shortSha } from '../../phrases.ts'
import { type MeasuredMetric, visitRuns } from '../search/differences.ts'
import { type Bisecting, keepWarnings, newEnd } from './bisecting.ts'
import { builtCommit } from './build.ts'
import { saveKept } from './kept.ts'

/** Why there is nothing to search for, with the smallest change that would have been seen, where that is known. */
export type NoChange = { reason: string; row: Row | null; detectable: number | null }

/** Whether a change is one that a report would call, or would call real but within the band: it is sure enough to search for. */
export function isSureChange(
  { p, adjustedP, ratio, verdict }: Row,
  { alpha, familyAlpha }: Pick<Policy, 'alpha' | 'familyAlpha'>,
): boolean {
  if (ratio === null || !(ratio > 0) || !Number.isFinite(ratio) || ratio === 1) return false
  if (verdict === 'regression' || verdict === 'improvement') return true
  return verdict === 'no-change' && p !== null && adjustedP !== null && p < alpha && adjustedP < familyAlpha
}

/** The rows among which the change is searched. Throws an InputError where the benchmark is none of both ends. */
function askedRows({ rows }: Comparison, benchmark: string): Row[] {
  const gating = rows.filter(({ gates }) => gates)
  if (benchmark === '') return gating
  const named = rows.filter(row => row.benchmark === benchmark)
  const own = named.find(({ gates }) => gates) ?? named[0]
  if (own !== undefined) return [own]
  const names = firstOf([...new Set(rows.map(row => row.benchmark))], 5)
  throw new InputError(
    `bisect: neither end reports a benchmark '${benchmark}'; ${names === '' ? 'no benchmark was reported' : `known are ${names}`}`,
  )
}

/** Throws a MeasureError where one end lacks what the other has: there is no ratio, and nothing to search for. */
function assertComparable(rows: Row[], { range }: Bisecting): void {
  if (rows.some(({ ratio }) => ratio !== null)) return
  const [lone] = rows
  if (lone === undefined)
    throw new MeasureError(
      'bisect: the ends have no benchmark in common that could be compared; make the command print the same benchmarks at both, or name one: --benchmark',
      'candidate',
    )
  const side = lone.verdict === 'new' ? 'new' : 'old'
  const { sha } = side === 'new' ? newEnd(range) : range.old
  const why = lone.reason ?? `only the ${side} end, ${shortSha(sha)}, reports it`
  throw new MeasureError(
    `bisect: '${lone.benchmark}' cannot be compared between the ends: ${why}`,
    'candidate',
  )
}

function noChange(rows: Row[]): NoChange {
  const known = rows
    .map(({ detectable }) => detectable)
    .filter(each => each !== null && Number.isFinite(each)) as number[]
  const detectable = known.length < rows.length || known.length === 0 ? null : Math.max(...known)
  const least = rows.length === 1 ? (rows[0] as Row) : null
  return { reason: 'no change between both ends is sure', row: least, detectable }
}

function keepEnds(running: Bisecting, compared: Compared, row: Row): void {
  const { file, policy, range } = running
  const { summary } = rowSettings(policy, row.benchmark, row.metric)
  const metric: MeasuredMetric = { benchmark: row.benchmark, metric: row.metric, summary }
  const visit = visitRuns(compared, metric)
  if (visit === null)
    throw new MeasureError(
      `bisect: '${row.benchmark}' has a run of 0, which has no ratio; choose another: --benchmark`,
      'candidate',
    )
  const { kept } = file
  kept.measured[newEnd(range).sha] = [visit]
  kept.ends = {
    metric,
    better: row.better,
    ratio: row.ratio as number,
    interval: row.interval,
    rounds: visit.now.length,
  }
}

/** Says of a failure at which end it was, and what follows. */
function aboutEnd(error: unknown, { range, values, suite }: Bisecting): unknown {
  if (!(error instanceof MeasureError)) return error
  if (error.message.startsWith('bisect: ')) return error
  const [which, { sha }] = error.side === 'baseline' ? ['old', range.old] : ['new', newEnd(range)]
  const hints = [
    `this is the ${which} end of the range, commit ${shortSha(sha)}: both ends have to be measured; choose another`,
    ...(values['benchmarks-from'] === 'each' && which === 'old'
      ? [
          'a benchmark that only the new end has? measure all commits with its files in --benchmark-paths: --benchmarks-from HEAD',
        ]
      : []),
    ...(values.setup === '' ? [freshCheckout(suite === null ? '--setup' : 'its key setup')] : []),
  ]
  return new MeasureError([error.message, ...hints].join('\n'), error.side)
}

/** Measures both ends, and keeps what was found. Returns why there is nothing to search for, or null. Throws as a job. */
export async function measureEnds(running: Bisecting): Promise<NoChange | null> {
  const { values, policy, range, file } = running
  const last = newEnd(range).sha
  const begun = performance.now()
  try {
    const baseline = await builtCommit(running, range.old.sha, 'baseline')
    const candidate = await builtCommit(running, last, 'candidate')
    const { request } = await running.planOf(last)
    const looks = looksAtBoth(values)
    const places = { cwds: { baseline, candidate }, ownCheckout: running.ownCheckout }
    const measured = performance.now()
    const compared = await whileMeasuring(
      { ...request, ...places, looks, maxTimeMs: values['max-time'] * 1000 },
      () => {},
      (job, told) => measureBoth(job, policy, told),
    )
    const rounds = compared.comparison.rows.reduce((most, { runs }) => Math.max(most, runs.candidate), 1)
    file.kept.visits.push({
      seconds: (performance.now() - measured) / 1000,
      rounds: rounds + values['warmup-runs'],
    })
    file.kept.runs += compared.baseline.order?.length ?? rounds
    file.kept.runs += compared.candidate.order?.length ?? rounds
    keepWarnings(running, compared.comparison.warnings)
    const rows = askedRows(compared.comparison, values['bisect-benchmark'])
    assertComparable(rows, running)
    const sure = rows.filter(row => isSureChange(row, policy))
    if (sure.length === 0) return noChange(rows)
    const surest = sure.reduce((best, row) => ((row.p ?? 0) < (best.p ?? 0) ? row : best))
    keepEnds(running, compared, surest)
    return null
  } catch (error) {
    throw aboutEnd(error, running)
  } finally {
    file.kept.seconds += (performance.now() - begun) / 1000
    if (file.kept.ends !== null) saveKept(file)
  }
}
