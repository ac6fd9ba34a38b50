// Says which nights are not judged because the machine was disturbed.
import type { DisturbedNight, Trend } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { counted } from '../words/numbers.ts'
import { visibleText } from '../words/visible-text.ts'
import { nightDate } from './dates.ts'

/** Nobody reads more nights than this: only the newest ones are named. */
const SHOWN = 5

const nightText = ({ nights }: Trend, { night, ratio, series }: DisturbedNight): string => {
  const { date = '', machine = '' } = nights[night] ?? {}
  const change = `${formatShare(Math.abs(ratio - 1), 3)} ${ratio > 1 ? 'worse' : 'better'}`
  return `${nightDate(date)} on ${visibleText(machine)} (${change} in the median of ${counted(series, 'benchmark')})`
}

/** A line about nights that are not judged, the newest first; null for none. */
export function disturbedText(trend: Trend, disturbed: DisturbedNight[]): string | null {
  if (disturbed.length === 0) return null
  const newest = disturbed.toReversed()
  const named = newest.slice(0, SHOWN).map(night => nightText(trend, night))
  const rest = newest.length > SHOWN ? `, and ${counted(newest.length - SHOWN, 'earlier night')}` : ''
  const count = `${counted(newest.length, 'night')} ${newest.length === 1 ? 'is' : 'are'} not judged`
  const why = 'most benchmarks moved together and moved back, so the machine was disturbed'
  return `${count}: ${why}. ${newest.length === 1 ? 'It is' : 'They are'} ${named.join(', ')}${rest}.`
}
