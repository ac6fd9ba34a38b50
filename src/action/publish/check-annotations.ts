// What a check run says of single rows. GitHub wants a file for each annotation: the one that says what is measured.

import type { JobContext } from '../../github/api/context.ts'
import type { Check } from '../../github/posts/check-run.ts'
import type { Comparison, Row } from '../../model/index.ts'
import { configFileName } from '../../policy/config-file.ts'
import { changeText, nameText, verdictText } from '../../report/words/rows.ts'

/** The change of a regression; of a row that is missing, what became of it. */
const whatOf = (row: Row) =>
  row.verdict === 'regression' ? changeText(row) : `${verdictText(row)}: ${row.reason ?? ''}`

/** An annotation for each row that fails, `prefix` in front; mere warnings where nothing fails for it. */
export function checkAnnotations(
  { rows, policy }: Comparison,
  { workflowPath }: Pick<JobContext, 'workflowPath'>,
  { prefix = '', warnOnly = false } = {},
): Check['annotations'] {
  const failing = rows.filter(row => row.fails)
  return failing.map(row => ({
    path: workflowPath || configFileName,
    message: `${prefix}${nameText(row)}${row.metric === '' ? '' : ` (${row.metric})`}: ${whatOf(row)}`,
    level: policy.shadow || warnOnly ? 'warning' : 'failure',
  }))
}
