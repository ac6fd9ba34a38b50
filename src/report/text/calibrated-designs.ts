// The designs of a calibration on a terminal: what each sees, as numbers and as bars.
import type { DesignSight } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { usualSight } from '../words/calibration.ts'
import { left, right, wholeTable } from './table.ts'

/** The names of the document in words. */
const NAMES = { 'in-turns': 'interleaved', duet: 'duet' } as const
const WIDTH = 24
/** A design is named where it sees so much less than another. */
const WORTH_SAYING = 0.8

const columns = [...left('design'), ...right('runs per side', 'time', 'sees'), ...left('')]

const timeText = (seconds: number) =>
  seconds < 10
    ? `${seconds.toFixed(1)} s`
    : seconds < 120
      ? `${Math.round(seconds)} s`
      : `${Math.round(seconds / 60)} min`

/** The table, and a sentence where a duet sees more; nothing where there is one design, or nothing varies. */
export function designLines(designs: DesignSight[]): string[] {
  const seen = designs.flatMap(design => {
    const sight = usualSight(design.rows)
    return sight === null ? [] : [{ ...design, sight }]
  })
  if (seen.length < 2) return []
  const largest = Math.max(...seen.map(({ sight }) => sight))
  const cells = seen.map(({ design, runs, seconds, sight }) => [
    NAMES[design],
    String(runs),
    timeText(seconds),
    formatShare(sight, 2),
    '█'.repeat(Math.max(1, Math.round((WIDTH * sight) / largest))),
  ])
  const [interleaved, duet] = (['in-turns', 'duet'] as const).map(
    name => seen.find(({ design }) => design === name)?.sight ?? Number.POSITIVE_INFINITY,
  ) as [number, number]
  const advice =
    duet < WORTH_SAYING * interleaved
      ? [
          `ab --duet, or duet: true: both versions at the same time show changes of ${formatShare(duet, 2)} here`,
        ]
      : []
  return [...wholeTable(columns, cells), ...advice].map(line => line.trimEnd())
}
