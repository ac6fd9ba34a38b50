// Warnings that a reader must see before the numbers: they may be of something else than was meant, or measured as the
// pull request itself says.
import type { Comparison, Warning } from '../../model/index.ts'
import { shortenMiddle } from './shorten-middle.ts'
import { visibleText } from './visible-text.ts'

/** What stands above them. */
export const topTitle = 'Read this first'

/** About the workflow, or about who accepted the results, and so about all comparisons of a run alike. */
export const isOfRun = ({ code }: Warning): boolean => code === 'workflow-changed' || code === 'accepted'

/** What is measured may not be what was meant; a machine that is slower today makes regressions of its own. */
const topCodes = ['output-not-recognised', 'common-shift']

const isTop = (warning: Warning): boolean => isOfRun(warning) || topCodes.includes(warning.code)

/** A fork may write anything into its warnings, and these are in every report. */
const MOST = 10
const LONGEST = 1000
const LONGEST_WHEN_SHORT = 300

/** What of a tool's output is in no row: no doubt about the others, and folded where a report can fold. */
const isLeftOut = ({ code }: Warning): boolean =>
  /-(?:left-out|skipped|direction-unknown)$|^counter-/.test(code)

/** The warnings that stand above the rows, what was left out of the output of tools, and the others, below the rows. */
export function splitWarnings({ warnings }: Pick<Comparison, 'warnings'>) {
  const top = warnings.filter(isTop).slice(0, MOST)
  const below = warnings.filter(warning => !top.includes(warning))
  return {
    top,
    others: below.filter(warning => !isLeftOut(warning)),
    leftOut: below.filter(isLeftOut).slice(0, MOST),
  }
}

/** What was left out, for a heading. */
export const leftOutTitle = 'Left out of the results'

/** A warning as one text of some length; `short` where a report has next to no room. */
export function topText({ code, message }: Warning, short = false): string {
  return shortenMiddle(visibleText(message.trim() || code), short ? LONGEST_WHEN_SHORT : LONGEST)
}
