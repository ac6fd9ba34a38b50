// What is said of several suites while they are measured, and what is noted of each.
import type { PlannedSuite } from '../../job/suites/measure-suites.ts'
import type { Setups } from '../../measure/checkout/setups.ts'
import type { MeasureError } from '../../measure/runs/errors.ts'
import { printProblem, say } from '../print.ts'

/** Says which suite is measured now, and why one is not in the results. */
export const telling = (values: { quiet: boolean }) => ({
  onSuite: ({ name }: { name: string }, { number, of }: { number: number; of: number }): void =>
    say(values, `suite ${number} of ${of}: ${name}`),
  onProblem: ({ name }: { name: string }, { message }: MeasureError): void =>
    printProblem(message, `suite ${name}: `),
})

/** The suite with what its setups left running. */
export const withLeft = <Suite extends PlannedSuite>(suite: Suite, setups: Setups): Suite => ({
  ...suite,
  request: { ...suite.request, notes: [...suite.request.notes, ...setups.left(suite.setups)] },
})
