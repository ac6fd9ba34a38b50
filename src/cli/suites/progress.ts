// What is said of several suites while they are measured: a line for each, and why one could not be.
import type { MeasureError } from '../../measure/runs/errors.ts'
import { printMessage, say } from '../print.ts'

/** Says which suite is measured now. */
export const onSuite =
  (values: { quiet: boolean }) =>
  ({ name }: { name: string }, { number, of }: { number: number; of: number }): void =>
    say(values, `suite ${number} of ${of}: ${name}`)

/** Says why a suite is not in the results. */
export function tellProblem({ name }: { name: string }, { message }: MeasureError): void {
  printMessage(
    `${message
      .split('\n')
      .map(line => `stable-bench: suite ${name}: ${line}`)
      .join('\n')}\n`,
  )
}
