// Says in few lines what of the given files is left out: nobody reads a thousand.
import { grouped } from '../../grouped.ts'
import { maxNights } from '../../model/index.ts'
import { counted, firstLines, firstOf, formatCount } from '../../phrases.ts'
import type { ReadPoints, Remark } from './read-points.ts'

const mostSaid = 10

/** A line for each reason: of one file with its details, of several with their number and the first one. */
export function remarkLines(remarks: Remark[]): string[] {
  return [...grouped(remarks, ({ reason }) => reason)].map(([reason, own]) => {
    const { file = '', details = '' } = own[0] ?? {}
    if (own.length === 1) return `${file}: ${reason}${details === '' ? '' : `: ${details}`}`
    return `${counted(own.length, file.endsWith(']') ? 'place' : 'file')}, such as ${file}: ${reason}`
  })
}

/** A line of the standard error for each reason; `tooOld` is the number of nights that a history has no room for. */
export function notUsedText({ leftOut, parts, skipped }: ReadPoints, tooOld: number): string {
  const lines = [
    ...firstLines(remarkLines(leftOut), mostSaid, 'left out: '),
    ...firstLines(remarkLines(parts), mostSaid, 'used in part: '),
  ]
  if (skipped.length > 0)
    lines.push(`left out: ${counted(skipped.length, 'file')} without results: ${firstOf(skipped, 5)}`)
  if (tooOld > 0) {
    const most = formatCount(maxNights)
    lines.push(`left out: the oldest ${counted(tooOld, 'night')}, since a history has ${most} at most`)
  }
  return lines.map(line => `${line}\n`).join('')
}
