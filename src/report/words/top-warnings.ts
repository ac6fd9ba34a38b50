// Picks the warnings that a reader must see before the numbers. The numbers may be of something else than was meant, or
// the pull request itself may say how they were measured.
import type { Comparison, Warning } from '../../model/index.ts'
import { shortenMiddle, visibleText } from './visible-text.ts'

/** The title above these warnings. */
export const topTitle = 'Read this first'

/** Whether a warning is about all comparisons of a run: about the workflow, or about who accepted the results. */
export const isOfRun = ({ code }: Warning): boolean => code === 'workflow-changed' || code === 'accepted'

/** The numbers may not be those that were meant, the machine moved all rows, or its results can never be compared. */
export const topCodes: readonly string[] = [
  'output-not-recognised',
  'common-shift',
  'machine-name',
  'setup-left',
  'shared-program',
  'same-measurements',
]

/** Limits, because a fork may write anything into its warnings, and these are in every report. */
const MOST = 10
const LONGEST = 1000
const LONGEST_WHEN_SHORT = 300

/** No row shows a part of a tool's output. That casts no doubt on the rows, so it is folded. */
const isLeftOut = ({ code }: Warning): boolean =>
  /-(?:left-out|skipped|direction-unknown)$|^counter-/.test(code)

/** The warnings that stand above the rows, what was left out of the output of tools, and the others, below the rows. */
export function splitWarnings({ warnings }: Pick<Comparison, 'warnings'>) {
  const isTop = (warning: Warning) => isOfRun(warning) || topCodes.includes(warning.code)
  const top = warnings.filter(isTop).slice(0, MOST)
  const below = warnings.filter(warning => !top.includes(warning))
  return {
    top,
    others: below.filter(warning => !isLeftOut(warning)),
    leftOut: below.filter(isLeftOut).slice(0, MOST),
  }
}

/** The heading above the list of what was left out. */
export const leftOutTitle = 'Left out of the results'

/** A warning as one text of some length; `short` where a report has next to no room. */
export function topText({ code, message }: Warning, short = false): string {
  return shortenMiddle(visibleText(message.trim() || code), short ? LONGEST_WHEN_SHORT : LONGEST)
}
