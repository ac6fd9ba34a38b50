// The warning that stands above all numbers, since it says that they may be of something else than was meant.
import type { Warning } from '../model.ts'
import { shortenMiddle } from './shorten-middle.ts'
import { visibleText } from './visible-text.ts'

const isTop = ({ code }: Warning) => code === 'output-not-recognised'

/** A fork may write anything into its warnings; this one is in every report, however short. */
const WIDTH = 300

/** The text for the top of a report; null where nothing needs to stand there. */
export function topWarning(warnings: Warning[]): string | null {
  const top = warnings.find(isTop)
  return top === undefined ? null : shortenMiddle(visibleText(top.message.trim() || top.code), WIDTH)
}

/** The warnings that have their place further down. */
export function otherWarnings(warnings: Warning[]): Warning[] {
  const top = warnings.find(isTop)
  return warnings.filter(warning => warning !== top)
}
