// Shows the progress of measuring: one line that is rewritten on a terminal, one line per run elsewhere.

import { inertText } from '../../files/workflow-commands.ts'
import { fullRunName } from '../../measure/runs/schedule.ts'
import type { ProgressListeners, RunDone } from '../make-runs.ts'
import { roughRange } from './look-line.ts'

type Stream = { write: (text: string) => unknown; isTTY?: boolean }

function describe({ planned, done, total, wallTime }: RunDone): string {
  const time = (wallTime / 1e9).toFixed(wallTime < 1e9 ? 3 : 2)
  return `${fullRunName(planned)}: ${time} s (${done} of ${total})`
}

/** A log mentions the time left only if it is longer than this. */
const worthSaying = 30_000

/** Estimates how long the remaining runs that are counted will take, from those before. */
function startEstimate(): (run: RunDone) => number {
  let begun = performance.now()
  let last = { at: begun, done: 0 }
  return ({ done, total }) => {
    // The next look counts anew, and so does the design that a trial chose.
    if (done <= last.done) begun = last.at
    last = { at: performance.now(), done }
    return ((last.at - begun) / done) * (total - done)
  }
}

/** `inActions` puts the lines into a log group of the runner. */
export function startProgress(
  stream: Stream,
  { inActions }: { inActions: boolean },
): ProgressListeners & { end: () => void } {
  const timeLeft = startEstimate()
  let open = false
  const rewrite = (text: string) => stream.write(`\r\u001b[2K${text}`)
  const onRun = (run: RunDone) => {
    if (inActions && !open) stream.write('::group::stable-bench runs\n')
    open = true
    const least = timeLeft(run)
    const { done, total: planned, most = planned } = run
    const longest = planned > done ? (least * (most - done)) / (planned - done) : least
    const left = `${roughRange(least, longest)} left`
    if (stream.isTTY && !inActions) return void rewrite(`${describe(run)}, ${left}`)
    const total = done === 1 && longest >= worthSaying ? `, about ${left}` : ''
    const failed = run.failures.map(({ name, reason }) => `, ${name} failed: ${reason}`)
    stream.write(inertText(`${describe(run)}${total}${failed.join('')}\n`))
  }
  const onLine = (line: string) => {
    if (open && stream.isTTY && !inActions) rewrite('')
    stream.write(inertText(`${line}\n`))
  }
  const end = () => {
    if (!open) return
    open = false
    if (inActions) stream.write('::endgroup::\n')
    else if (stream.isTTY) rewrite('')
  }
  return { onRun, onLine, end }
}
