// Runs that ended well and printed that something failed: the command hides the exit code of what it starts.
import { failureShownIn } from '../../formats/unread/hidden-failure.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import type { Run } from '../../measure/runs/measure-runs.ts'
import { fullRunName } from '../../measure/runs/schedule.ts'
import type { Warning } from '../../model/index.ts'
import { OR_PROCESSES } from './unmeasured-runs.ts'

const LET_IT_FAIL = 'let it fail, in bash with set -o pipefail'

/** Throws a MeasureError for a run that printed that something failed, though it ended well. `text` is the end of its output. */
export function refuseHiddenFailure(
  { planned, stderr }: Pick<Run, 'planned' | 'stderr'>,
  text: string,
): void {
  const line = failureShownIn(stderr) ?? failureShownIn(text)
  if (line === null) return
  const run = fullRunName(planned)
  const advice =
    'what it starts failed, and the command hides that, as a pipe into another command does, or || true; ' +
    `${LET_IT_FAIL}; ${OR_PROCESSES}`
  throw new MeasureError(
    `${run} ended well, and printed '${line.trim().slice(0, 200)}': ${advice}`,
    planned.side,
    `${run} ended well, and printed that something failed: ${advice}`,
  )
}

/** Where results were read all the same: what failed may have had more of them. */
export const hiddenFailureNote = ({ stderr }: Pick<Run, 'stderr'>): Warning[] =>
  failureShownIn(stderr) === null
    ? []
    : [
        {
          code: 'hidden-failure',
          message: `a run ended well, and printed on its standard error that something failed: what that would have printed is in no row; ${LET_IT_FAIL}`,
        },
      ]
