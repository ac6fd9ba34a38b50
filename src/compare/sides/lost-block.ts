// A benchmark that vanished on one machine of several: the blocks of the others must not hide that.
import type { Session } from '../../model/index.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import { onMachineOf } from './on-machine-of.ts'
import type { Pair } from './pair-up.ts'

const measures = ({ benchmarks }: Session, { name, metric }: Pair['entry']) =>
  benchmarks.some(sample => sample.name === name && sample.metric === metric)

/**
 * What to call the newest block in which the base has the entry of a gating pair and the candidate has not; null where
 * there is none. A newer candidate on the same machine that has the entry puts it right. A benchmark that failed there
 * is not lost: its failure gets a row. An entry that was left out is not lost either: a warning tells of it.
 */
export function lostBlock(pair: Pair, { design, candidates }: ComparisonRequest): string | null {
  if (design !== 'interleaved' || !pair.gates || !pair.expected) return null
  const index = candidates.findIndex((session, i) => {
    const newer = candidates.slice(0, i).filter(onMachineOf(session))
    const hasFailed = session.failures.some(({ name }) => name === pair.entry.name)
    const isMeasured = [session, ...newer].some(each => measures(each, pair.entry))
    return pair.baselines[i] !== null && !hasFailed && !isMeasured
  })
  return index < 0 ? null : (candidates[index]?.testbed?.facts.machine ?? `block ${index + 1}`)
}
