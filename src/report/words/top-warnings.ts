// Warnings that a reader must see before the numbers: they may be of something else than was meant, or measured as the
// pull request itself says.
import type { Comparison, Warning } from '../../model/index.ts'
import { shortenMiddle } from './shorten-middle.ts'
import { visibleText } from './visible-text.ts'

/** What stands above them. */
export const topTitle = 'Read this first'

/** About the workflow, and so about all comparisons of a run alike. */
export const isOfRun = ({ code }: Warning): boolean => code === 'workflow-changed'

const isTop = (warning: Warning): boolean => isOfRun(warning) || warning.code === 'output-not-recognised'

/** A fork may write anything into its warnings, and these are in every report. */
const MOST = 10
const LONGEST = 1000
const LONGEST_WHEN_SHORT = 300

/** The warnings that stand above the rows, and those below. */
export function splitWarnings({ warnings }: Pick<Comparison, 'warnings'>) {
  const top = warnings.filter(isTop).slice(0, MOST)
  return { top, others: warnings.filter(warning => !top.includes(warning)) }
}

/** A warning as it stands on top; `short` where a report has next to no room. */
export function topText({ code, message }: Warning, short = false): string {
  return shortenMiddle(visibleText(message.trim() || code), short ? LONGEST_WHEN_SHORT : LONGEST)
}
