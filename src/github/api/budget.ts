// Limits the requests that a job makes. The client counts them, and a search stops early enough for the steps after it.
// The table `most` has the limits of all lists and searches.

/**
 * How much is read at most, so that one search does not use up the requests of a whole repository. A page, of a hundred
 * entries mostly, takes one request. Something tried or read takes one or two.
 */
export const most = {
  /** Pages of artifacts, for baselines: pushes to other branches leave artifacts of the same name. */
  baselinePages: 5,
  /** Pages of artifacts of one run: it may leave coverage and logs beside our own. */
  runArtifactPages: 10,
  /** Pages of commits below a base: merged branches use up most of them. */
  commitPages: 3,
  /** Pages of the files that a pull request changes: the server has no more. */
  changedFilePages: 30,
  /** Pages of jobs of one attempt of a run: a matrix has 256 jobs at most, and a run may have several. */
  jobPages: 10,
  /** Pages of runs of a branch's name, which forks may have, too. */
  runPages: 3,
  /** Pages of check runs on a commit, mostly of one name: every attempt of every run, and every job of that name, makes one. */
  checkPages: 5,
  /** Requests on top for the last pull requests of the site, and the check runs of each. They only decorate. */
  siteRequests: 100,
  /** Pages of events of a pull request: the one that set a label may be anywhere among them. */
  labelEventPages: 10,
  /** Pages of issues by one author: any workflow's token may have opened them. */
  issuePages: 20,
  /** Issues that only the history remembers, each read by its number. */
  rememberedIssues: 20,
  /** Suites of a run whose nights are shown beside their rows, the important ones first. They only decorate. */
  suitesWithNights: 3,
  /** Artifacts with costs: those of another workflow with the same suite are passed over. */
  costsTried: 3,
  /** Histories of a suite: the newest ones may be broken, or another workflow's. */
  historiesTried: 6,
  /** Results of other testbeds: the newest ones may be of other machines with the same runner label. */
  otherResultsTried: 8,
  /** Runs before a base commit whose artifacts are listed for them, where the repository has too many to list all. */
  otherRuns: 20,
  /** Artifacts of earlier attempts, each a download. */
  earlierArtifacts: 20,
  /** Legs of a run, each a download: all else has to do with the requests that are left. */
  legs: 40,
  /** Earlier attempts of all legs together, where jobs were run again. They come on top of the job's requests. */
  earlierLegAttempts: 100,
  /** Pages of tags: the server lists them by name, so that the newest may be on any. */
  tagPages: 10,
  /** Tags that may come before a release: the server compares each with it. */
  previousTags: 8,
  /** New releases of one night, each compared with its commit. The nights that follow find the others. */
  newReleases: 10,
  /** Testbeds whose missed nights are looked for, each a list of artifacts. */
  nightTestbeds: 8,
  /** Requests that a search of a night makes on top of those of the job: for the history, and for missed nights. */
  nightRequests: 60,
  /** The same for the missed nights of a new history, which has to find them all, once. */
  firstNightRequests: 240,
  /** Requests on top for the costs of a suite: for its lists, and for the session of each shard. */
  costRequests: 12,
  costRequestsOfShard: 2,
  /** More requests for a leg that needs a stored baseline: four mostly, more where its testbed has left nothing. */
  baselineRequests: 10,
}

/** A request is refused where only the `reserved` ones are left. `answers` are those that `askedOnce` keeps. */
export type RequestBudget = { left: number; reserved: number; answers: Map<string, Promise<unknown>> }

/** GitHub allows a token 1,000 requests an hour, for all jobs of a repository. */
const requestsOfJob = 60

export const newBudget = (): RequestBudget => ({
  left: requestsOfJob,
  // Nothing is reserved outside of searches: no report is lost for a request.
  reserved: Number.NEGATIVE_INFINITY,
  answers: new Map(),
})

/** The budget of this process, which is one step of a job. */
export const jobBudget = newBudget()

/** A budget of its own for more questions of the same job, which knows what the server has said to it. */
export const ownBudget = (): RequestBudget => ({ ...newBudget(), answers: jobBudget.answers })

/** The requests that posting a report takes: for the list of comments, the comment and the check run, and for looking again. */
const forPosts = 9
const forNights = 5
/** For the tags, each new release, and the issues. */
const forHistory = most.tagPages + most.newReleases + 2

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

/** Gives a job `more` requests than all jobs have: for the parts of its report. */
export function allowMore({ budget }: { budget: RequestBudget }, more: number): void {
  budget.left += more
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

/** Runs `search`, one of `waiting` searches that share all requests but the `reserved` ones alike. */
export function sharing<Result>(
  client: { budget: RequestBudget },
  { waiting, reserved }: { waiting: number; reserved: number },
  search: () => Promise<Result>,
): Promise<Result> {
  const { left } = client.budget
  return leaving(client, left - Math.floor((left - reserved) / waiting), search)
}

/** Runs `read` with `own` requests, on top of those of the job. */
export async function onTop<Result>(
  { budget }: { budget: RequestBudget },
  own: number,
  read: () => Promise<Result>,
): Promise<Result> {
  const before = { ...budget }
  Object.assign(budget, { left: own, reserved: 0 })
  try {
    return await read()
  } finally {
    Object.assign(budget, before)
  }
}
