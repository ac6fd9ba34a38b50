// What the server said to this job, by question. Several suites of a job ask the same, and so do several of its steps.
import type { Octokit } from './connect.ts'

type Asking = Pick<Octokit, 'budget' | 'request'>

type Question = readonly (string | number)[]

const keyOf = ({ request }: Asking, question: Question) =>
  JSON.stringify([request.endpoint.DEFAULTS.baseUrl, ...question])

/**
 * The answer to `question`, which `ask` asks the server the first time. A refusal is not kept, nor an answer that is not
 * lasting. Only for what does not change while a job runs, or where an answer from the start of the job will do.
 */
export function askedOnce<Answer>(
  octokit: Asking,
  question: Question,
  ask: () => Promise<Answer>,
  isLasting: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  const known = knownAnswer<Answer>(octokit, question)
  if (known !== undefined) return known
  const { answers } = octokit.budget
  const key = keyOf(octokit, question)
  const asked = ask()
  answers.set(key, asked)
  const forget = () => void answers.delete(key)
  asked.then(answer => isLasting(answer) || forget(), forget)
  return asked
}

/** The answer to `question`, where this job has asked it before. */
export const knownAnswer = <Answer>(octokit: Asking, question: Question): Promise<Answer> | undefined =>
  octokit.budget.answers.get(keyOf(octokit, question)) as Promise<Answer> | undefined
