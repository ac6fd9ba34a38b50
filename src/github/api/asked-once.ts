// What the server said to this job, by question. Several suites of a job ask the same, and so do several of its steps.
import type { RequestBudget } from './budget.ts'

/** A client that keeps answers for its job. */
type Asking = { budget: RequestBudget }

/**
 * The answer to `question`, which `ask` asks the server the first time. A refusal is not kept. Only for what does not change
 * while a job runs, or where an answer from the start of the job will do.
 */
export function askedOnce<Answer>(
  { budget }: Asking,
  question: readonly (string | number)[],
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const key = JSON.stringify(question)
  const known = budget.answers.get(key) as Promise<Answer> | undefined
  if (known !== undefined) return known
  const asked = ask()
  budget.answers.set(key, asked)
  asked.catch(() => budget.answers.delete(key))
  return asked
}
