// What the server said to this job, by question. Several suites of a job ask the same, and so do several of its steps.
import type { RequestBudget } from './budget.ts'

/** A client that keeps answers for its job. */
type Asking = { budget: RequestBudget }

/**
 * The answer to `question`, which `ask` asks the server the first time. A refusal is not kept, nor an answer that is not
 * lasting. Only for what does not change while a job runs, or where an answer from the start of the job will do.
 */
export function askedOnce<Answer>(
  { budget }: Asking,
  question: readonly (string | number)[],
  ask: () => Promise<Answer>,
  isLasting: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  const known = knownAnswer<Answer>({ budget }, question)
  if (known !== undefined) return known
  const key = JSON.stringify(question)
  const asked = ask()
  budget.answers.set(key, asked)
  const forget = () => void budget.answers.delete(key)
  asked.then(answer => isLasting(answer) || forget(), forget)
  return asked
}

/** The answer to `question`, where this job has asked it before. */
export const knownAnswer = <Answer>(
  { budget }: Asking,
  question: readonly (string | number)[],
): Promise<Answer> | undefined => budget.answers.get(JSON.stringify(question)) as Promise<Answer> | undefined
