// Runs whose time says nothing: what they start measures for itself and printed nothing of that, or it failed, and the command hides its
// exit code.
import { failureShownIn } from '../../formats/unread/hidden-failure.ts'
import { K6_HINT } from '../../formats/unread/unread-forms.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import type { Run } from '../../measure/runs/measure-runs.ts'
import { fullRunName } from '../../measure/runs/schedule.ts'
import { loadGeneratorIn, quietRunnerIn, startsCargoBench } from '../../measure/runs/started-programs.ts'
import type { Warning } from '../../model/index.ts'

export const OR_PROCESSES = 'or set tool to process to time whole processes'

/** What to say of a run of `command` without results that are read; null where its time may be what counts. */
function whyNotTimed(
  { planned, port }: Pick<Run, 'planned' | 'port'>,
  command: string,
  isSilent: boolean,
): string | null {
  const run = fullRunName(planned)
  const generator = loadGeneratorIn(command)
  if (generator !== null) {
    const instead =
      generator === 'k6'
        ? K6_HINT
        : 'print its results on the standard output, or write them to a file and set results to FILE; ' +
          'pattern says where they are in a form that is not read'
    return (
      `${run} started ${generator}, which measures for itself, and printed nothing of it that ` +
      `stable-bench can read: ${instead}; ${OR_PROCESSES}`
    )
  }
  // The load's own time says nothing of the service.
  if (port !== null)
    return (
      `${run}: the load on the service printed no results that are read: print those of a load generator on the ` +
      'standard output, write them to a file and set results to it, or say with pattern where they are; tool: process times the ' +
      'load as a whole'
    )
  if (!isSilent) return null
  if (startsCargoBench(command))
    return `cargo bench printed nothing in ${run}, so no benchmark ran: give it a filter that matches one, and no --no-run; ${OR_PROCESSES}`
  const quiet = quietRunnerIn(command)
  return (
    quiet &&
    `${quiet} printed nothing in ${run}, and is told to be quiet where there is nothing to do: leave that flag out to see what it ` +
      `starts; ${OR_PROCESSES}`
  )
}

/** Throws a MeasureError for a run without results that are read, whose process must not be timed. `isSilent`: it printed nothing. */
export function refuseUnmeasured(
  run: Pick<Run, 'planned' | 'port'>,
  command: string,
  isSilent: boolean,
): void {
  const why = whyNotTimed(run, command, isSilent)
  if (why !== null) throw new MeasureError(why, run.planned.side)
}

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
export function hiddenFailureNote({ stderr }: Pick<Run, 'stderr'>): Warning[] {
  if (failureShownIn(stderr) === null) return []
  const message = `a run ended well, and printed on its standard error that something failed: what that would have printed is in no row; ${LET_IT_FAIL}`
  return [{ code: 'hidden-failure', message }]
}
