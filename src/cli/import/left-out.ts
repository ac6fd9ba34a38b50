// Says in few lines what of the given files is left out: nobody reads a thousand.
import { maxNights } from '../../model/index.ts'
import { counted, firstLines, firstOf, formatCount } from '../../phrases.ts'
import type { ReadPoints, Remark } from './read-points.ts'

const mostSaid = 10

/** A line for each reason: of one file with its details, of several with their number and the first one. */
export function remarkLines(remarks: Remark[]): string[] {
  return [...new Set(remarks.map(({ reason }) => reason))].map(reason => {
    const [first, ...others] = remarks.filter(each => each.reason === reason)
    const { file = '', details = '' } = first ?? {}
    return others.length === 0
      ? `${file}: ${reason}${details === '' ? '' : `: ${details}`}`
      : `${counted(others.length + 1, file.endsWith(']') ? 'place' : 'file')}, such as ${file}: ${reason}`
  })
}

/** A line of the standard error for each reason; `tooOld` is the number of nights that a history has no room for. */
export function notUsedText({ leftOut, parts, skipped }: ReadPoints, tooOld: number): string {
  const lines = [
    ...firstLines(remarkLines(leftOut), mostSaid, 'left out: '),
    ...firstLines(remarkLines(parts), mostSaid, 'used in part: '),
    ...(skipped.length > 0
      ? [`left out: ${counted(skipped.length, 'file')} without results: ${firstOf(skipped, 5)}`]
      : []),
    ...(tooOld > 0
      ? [
          `left out: the oldest ${counted(tooOld, 'night')}, since a history has ${formatCount(maxNights)} at most`,
        ]
      : []),
  ]
  return lines.map(line => `${line}\n`).join('')
}
