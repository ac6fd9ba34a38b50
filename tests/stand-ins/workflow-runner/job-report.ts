// What the runner tells the server of a job as it goes on.

export type JobReport = {
  /** The id of the job, with the values of its matrix as in `bench (linux, small)`. */
  name: string
  /** The runner's name. */
  runner: string
  conclusion: 'success' | 'failure' | 'skipped' | null
  /** In the order of the file; the first is number 2, after the runner's own 'Set up job'. */
  steps: StepReport[]
}

export type StepReport = {
  name: string
  number: number
  status: 'pending' | 'in_progress' | 'completed'
  conclusion: 'success' | 'failure' | 'skipped' | null
}
