// The noise test in words: one sentence that answers, and a table.
import type { NoiseRow } from '../../model/index.ts'
import { listText } from '../../phrases.ts'
import { left, linesOfTable, right } from '../text/table.ts'
import { wrapped } from '../text/wrap.ts'
import { roughShare } from '../words/numbers.ts'
import { visibleText } from '../words/visible-text.ts'

const NAMES = { 'as-it-is': 'as it is', pinned: 'pinned', duet: 'duet' } as const

const columns = [...left('noise test'), ...right('runs per side', 'time', 'spread', 'sees')]

/** The number of runs, where the time did not suffice for as many as were planned. */
const unless = ({ runs }: NoiseRow, planned: number) => (runs === planned ? '' : ` (${runs} runs)`)

/** `This machine sees changes of 8 % with 10 runs per side; pinned 5 %; as a duet 2 % in the same time.` */
export function noiseAnswer(rows: NoiseRow[]): string | null {
  const of = (name: NoiseRow['design']) => rows.find(row => row.design === name && row.detectable !== null)
  const [asItIs, pinned, duet] = [of('as-it-is'), of('pinned'), of('duet')]
  const first = asItIs ?? pinned
  if (first === undefined) return null
  const words = [
    `This machine sees changes of ${roughShare(first.detectable)} with ${first.runs} runs per side${asItIs ? '' : ', pinned'}`,
    asItIs && pinned && `pinned ${roughShare(pinned.detectable)}${unless(pinned, first.runs)}`,
    duet && `as a duet ${roughShare(duet.detectable)} in the same time${unless(duet, 2 * first.runs)}`,
  ]
  return `${words.filter(Boolean).join('; ')}.`
}

/** The table of the noise test, why something could not be measured, and the doubts about the runs. */
export function noiseLines(rows: NoiseRow[]): string[] {
  if (rows.length === 0) return ['no noise test was made (--max-time 0)']
  const cells = rows
    .filter(({ reason }) => reason === '')
    .map(row => [
      NAMES[row.design],
      String(row.runs),
      `${row.seconds.toFixed(1)} s`,
      roughShare(row.spread),
      roughShare(row.detectable),
    ])
  const reasons = [...new Set(rows.map(({ reason }) => reason).filter(reason => reason !== ''))]
  const namesWith = (why: string) =>
    rows.filter(({ reason }) => reason === why).map(({ design }) => NAMES[design])
  const doubts = [...new Set(rows.flatMap(row => row.doubts.map(doubt => `${NAMES[row.design]}: ${doubt}`)))]
  return [
    ...(cells.length === 0 ? [] : linesOfTable(columns, cells)),
    ...reasons.flatMap(reason =>
      wrapped(`${listText(namesWith(reason))}: `, visibleText(reason), { hang: 2 }),
    ),
    ...doubts.flatMap(doubt => wrapped('warning: ', visibleText(doubt), { hang: 2 })),
  ]
}
