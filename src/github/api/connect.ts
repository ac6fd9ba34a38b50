// The connection to GitHub's API. Outlives timeouts, 5xx and rate limits, but never repeats a POST that may have been
// carried out. Callers that create something must first check whether it exists.
import { setTimeout as sleep } from 'node:timers/promises'
import { getOctokit } from '@actions/github'
import { jobBudget, type RequestBudget, spend } from './budget.ts'
import type { JobContext } from './context.ts'
import { type Host, hostAt } from './host.ts'

/** A client that counts its requests, and knows what its server offers. */
export type Octokit = ReturnType<typeof getOctokit> & { budget: RequestBudget; host: Host }

/** The facts about a job, with the client by which it asks the server. */
export type ConnectedJob = JobContext & { octokit: Octokit }

export type RetryLimits = {
  timeoutMs: number
  /** The pause before each further attempt. */
  pausesMs: number[]
  /** A rate limit that lasts longer is an error: the machine has better things to do. */
  longestPauseMs: number
}

const usual: RetryLimits = { timeoutMs: 30_000, pausesMs: [1000, 3000, 9000], longestPauseMs: 90_000 }

type Headers = Record<string, string | number | undefined>

export type Refusal = { status?: number; message: string; response?: { headers?: Headers } }

/** Whether the server has answered with one of `statuses`. */
export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  statuses.includes((error as Refusal).status ?? 0)

/** The pause that GitHub advises for a rate limit without a time: at least a minute. */
const minuteMs = 60_000

/** Milliseconds until a rate limit ends, by the server's clock (the machine's may be wrong); null for none. */
export function rateLimitPause({ status, message, response }: Refusal): number | null {
  if (status !== 403 && status !== 429) return null
  const headers = response?.headers ?? {}
  const after = Number(headers['retry-after'])
  if (headers['retry-after'] !== undefined && after >= 0) return after * 1000
  if (String(headers['x-ratelimit-remaining']) === '0') {
    const now = Date.parse(String(headers.date)) || Date.now()
    return Math.max(1000, Number(headers['x-ratelimit-reset']) * 1000 - now) || minuteMs
  }
  return status === 429 || /rate limit/i.test(message) ? minuteMs : null
}

/** Whether the token may not ask this, or not see it. A rate limit, which also has the status 403, says nothing of that. */
export const mayNotAsk = (error: unknown): boolean =>
  hasStatus(error, 403, 404) && rateLimitPause(error as Refusal) === null

function pauseAfter(error: Refusal, method: string, attempt: number, retries: RetryLimits): number | null {
  const usualPause = retries.pausesMs[attempt]
  if (usualPause === undefined) return null
  const limited = rateLimitPause(error)
  if (limited !== null) return limited <= retries.longestPauseMs ? limited : null
  const passing = error.status === 409 || (error.status ?? 500) >= 500
  return passing && method !== 'POST' ? usualPause : null
}

/** Octokit returns the first part of a JSON text that broke off. */
function assertWhole({ data, headers }: { data: unknown; headers: Headers }): void {
  if (typeof data !== 'string' || !String(headers['content-type']).includes('json')) return
  throw Object.assign(new Error('the answer broke off'), { status: 500 })
}

/** A client that retries, and counts a request once. Throws octokit's errors, BudgetUsedUp, and when `until` ends. */
export function connect(
  token: string,
  { baseUrl, retries = usual, until, budget = jobBudget }: Partial<Connection> = {},
): Octokit {
  const octokit = getOctokit(token, baseUrl === undefined ? {} : { baseUrl })
  octokit.hook.wrap('request', async (request, options) => {
    spend(budget)
    const own = options.request
    for (let attempt = 0; ; attempt++) {
      // The hooks further in hold on to this very object: a changed copy would not reach them.
      const signal = own?.signal ?? AbortSignal.timeout(retries.timeoutMs)
      options.request = { ...own, signal: until ? AbortSignal.any([signal, until]) : signal }
      try {
        const response = await request(options)
        assertWhole(response)
        return response
      } catch (error) {
        const pause = pauseAfter(error as Refusal, options.method, attempt, retries)
        if (pause === null || until?.aborted) throw error
        await sleep(pause)
      }
    }
  })
  return Object.assign(octokit, { budget, host: hostAt(octokit.request.endpoint.DEFAULTS.baseUrl) })
}

/** `until` ends everything that is under way. */
export type Connection = { baseUrl: string; retries: RetryLimits; until: AbortSignal; budget: RequestBudget }

/** The login of the token's owner; null where it may not ask, as that of an app or a job on GitHub. */
export async function tokenOwner({ rest }: Octokit): Promise<string | null> {
  try {
    return (await rest.users.getAuthenticated()).data.login
  } catch (error) {
    if (hasStatus(error, 401) || mayNotAsk(error)) return null
    throw error
  }
}
