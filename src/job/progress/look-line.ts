// The line of the log about one look at both sides: its result, the next measurements, and their time.
import { type Comparison, isBlind, type Row, undecidedVerdicts } from '../../model/index.ts'
import { counted, firstOf, formatCount } from '../../phrases.ts'
import { formatShare } from '../../units.ts'

const MOST_NAMED = 2

/** `40 s`, `6 min`, `2 h`. */
export function roughTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 90) return `${seconds} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

/** `8 to 29 min`: the unit once where both times have it, and one time where both are the same. */
export function roughRange(least: number, most: number): string {
  const [from, to] = [roughTime(least), roughTime(most)]
  const [number, unit] = from.split(' ')
  if (from === to) return to
  return to.endsWith(` ${unit}`) ? `${number} to ${to}` : `${from} to ${to}`
}

const namesOf = (rows: Row[]) => firstOf([...new Set(rows.map(({ benchmark }) => benchmark))], MOST_NAMED)

/** The change that every open row would show with `runs` a side; null where a row does not tell. */
function seenWith(runs: number, open: Row[]): number | null {
  const seen = open.map(row =>
    row.detectable === null ? null : row.detectable * Math.sqrt(row.runs.candidate / runs),
  )
  return seen.every(
    (effect, i) => effect !== null && Number.isFinite(effect) && !isBlind(open[i]?.detectable ?? 0),
  )
    ? Math.max(...seen.map(Number))
    : null
}

/** The runs and the time that would decide the rows that stay open; empty where more runs would not. */
function afterLast(open: Row[], runs: number, msPerRun: number): string {
  const needed = open.map(({ runsNeeded }) => runsNeeded)
  if (open.length === 0 || needed.some(count => count === null)) return ''
  const most = Math.max(...needed.map(Number))
  const more = roughTime((most - runs) * msPerRun)
  return `; about ${counted(most, 'run')} per side would decide ${namesOf(open)}, in ${more} more`
}

type Look = {
  /** Runs a side that were made. */
  runs: number
  /** Milliseconds that one more run of each side takes, of the benchmarks that are open. */
  msPerRun: number
  /** Runs a side at the next look and at the last, null at the last. */
  next: { runs: number; last: number } | null
}

/** `open`: the rows that more runs may settle. */
export function lookLine({ rows }: Pick<Comparison, 'rows'>, open: Row[], look: Look): string {
  const gating = rows.filter(row => row.gates)
  const { runs, msPerRun, next } = look
  const done = `after ${formatCount(runs)} runs per side ${formatCount(gating.length - open.length)} of ${counted(gating.length, 'row')} decided`
  if (next === null)
    return `${done}${afterLast(
      open.filter(row => undecidedVerdicts.includes(row.verdict)),
      runs,
      msPerRun,
    )}`
  if (open.length === 0) return done
  const time = roughTime((next.runs - runs) * msPerRun)
  const seen = seenWith(next.last, open)
  const sight = seen === null ? '' : `; ${next.last} runs would show changes of about ${formatShare(seen, 2)}`
  return `${done}; next comparison at ${next.runs} runs (${namesOf(open)}), in about ${time}${sight}`
}
