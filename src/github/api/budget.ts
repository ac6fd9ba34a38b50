// Limits the requests that a job makes. The client counts them, and a search stops early enough for the steps after it.
/** A request is refused where only the `reserved` ones are left. */
export type RequestBudget = { left: number; reserved: number }

/** GitHub allows a token 1,000 requests an hour, for all jobs of a repository. */
const requestsOfJob = 60

/** Nothing is reserved outside of searches: no report is lost for a request. */
const nothing = Number.NEGATIVE_INFINITY

export const newBudget = (): RequestBudget => ({ left: requestsOfJob, reserved: nothing })

/** The budget of this process, which is one step of a job. */
export const jobBudget = newBudget()

/** Pages of a list that a search reads at most: pushes to other branches leave artifacts of the same name. */
export const mostListPages = 5

/** The requests that posting a report takes: for the list of comments, the comment and the check run. */
const forPosts = 7
const forNights = 5
const forHistory = 13

/** The requests that each kind of search leaves for the steps after it. */
export const leftAfter = { nights: forPosts, baselines: forNights + forPosts, packing: forHistory }

/** The job has made all the requests that it allows itself for this. */
export class BudgetUsedUp extends Error {
  override name = 'BudgetUsedUp'
  override message = 'this job has used up its own limit of requests'
}

/** Counts a request. Throws BudgetUsedUp where none is left for it. */
export function spend(budget: RequestBudget): void {
  if (budget.left <= budget.reserved) throw new BudgetUsedUp()
  budget.left -= 1
}

/** Runs `search`, which leaves `reserved` of the job's requests for the steps after it. */
export async function leaving<Result>(
  { budget }: { budget: RequestBudget },
  reserved: number,
  search: () => Promise<Result>,
): Promise<Result> {
  const before = budget.reserved
  budget.reserved = reserved
  try {
    return await search()
  } finally {
    budget.reserved = before
  }
}

/** Runs `read` with `most` requests of its own, on top of those of the job. */
export async function onTop<Result>(
  { budget }: { budget: RequestBudget },
  most: number,
  read: () => Promise<Result>,
): Promise<Result> {
  const before = { ...budget }
  Object.assign(budget, { left: most, reserved: 0 })
  try {
    return await read()
  } finally {
    Object.assign(budget, before)
  }
}
