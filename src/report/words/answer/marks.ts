// The marks of an answer and of its rows. A colour never stands alone: a word says the same.
import { type Row, undecidedVerdicts, type Verdict } from '../../../model/index.ts'
import { isRate, isTime } from '../../../units.ts'

/**
 * How a comparison stands, in this order: it passed, it fails, it is worse and does not fail, it decided nothing. The
 * check run follows it. A terminal, which may have no colours and no emoji, shows it as it is.
 */
export type Mark = '✓' | '✗' | '!' | '?'

/** The coloured marks of Markdown and the page. */
export type Glyph = '🔴' | '🟠' | '🟢' | '🟡' | '⚪' | '💥' | '➖'

const MISSING: Partial<Record<Verdict, [Glyph, string]>> = {
  failed: ['💥', 'crashed'],
  removed: ['➖', 'missing'],
  'not-comparable': ['➖', 'no match'],
  new: ['➖', 'new'],
}

/** What a change is called in the direction that it went: `slower`, `larger`, `higher`. */
export function movedWord({ verdict, unit, better, ratio, baseline, candidate }: Row): string {
  const isWorse = verdict === 'regression'
  if ((isTime(unit) && better === 'lower') || (isRate(unit) && better === 'higher'))
    return isWorse ? 'slower' : 'faster'
  const grew = ratio === null ? (candidate ?? 0) > (baseline ?? 0) : ratio > 1
  if (unit === 'B') return grew ? 'larger' : 'smaller'
  return grew ? 'higher' : 'lower'
}

/** The mark of a row, and the word that says the same. */
export function rowMark(row: Row): { glyph: Glyph; word: string } {
  const { verdict, fails } = row
  const [glyph, word] = MISSING[verdict] ?? []
  if (glyph && word) return { glyph, word }
  if (verdict === 'regression') return { glyph: fails ? '🔴' : '🟠', word: movedWord(row) }
  if (verdict === 'improvement') return { glyph: '🟢', word: movedWord(row) }
  if (verdict === 'scattered') return { glyph: fails ? '🔴' : '🟡', word: 'scatters' }
  if (undecidedVerdicts.includes(verdict)) return { glyph: fails ? '🔴' : '🟡', word: 'unclear' }
  return { glyph: '⚪', word: 'unchanged' }
}
