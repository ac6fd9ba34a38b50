// Warnings that a reader must see before the numbers: what a pull request changes in the workflow that measures it.
import type { Comparison, Warning } from '../model.ts'

/** What stands above them. */
export const topTitle = 'The workflow that measured this'

const isTop = ({ code }: Warning): boolean => code === 'workflow-changed'

/** The warnings of a comparison that stand above its rows, and those below. */
export function splitWarnings({ warnings }: Pick<Comparison, 'warnings'>) {
  return { top: warnings.filter(isTop), others: warnings.filter(warning => !isTop(warning)) }
}
