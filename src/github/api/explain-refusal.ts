// Explains the refusals of the server to people who want to get on: the reason, and the exact line that helps.
import { type Refusal, rateLimitPause } from './connect.ts'

/** The reason without the address of GitHub's documentation, which does not help a reader of the log. */
const reasonOf = (message: string) => message.replace(/ - https:\/\/docs\.github\.com\S*$/, '')

/** What to write into the workflow for a permission, such as `checks: write`. */
export const toPermit = (permission: string): string =>
  `add this line under 'permissions:' of the job: ${permission}`

function explained(refusal: Refusal, permission: string): string | null {
  const { status, message } = refusal
  const pause = rateLimitPause(refusal)
  if (pause !== null) return `the rate limit is used up for another ${Math.ceil(pause / 60_000)} min`
  switch (status) {
    case 401:
      return "the token is not valid any more, or never was; leave 'token' to its default, or renew it"
    case 403:
      if (/locked/i.test(message)) return 'the conversation is locked'
      return `the token must not do that; ${toPermit(permission)}`
    case 404:
      return `it is gone, or the token cannot see it; the job needs this line under 'permissions:': ${permission}`
    case 410:
      return /\bissues\b.*disabled/i.test(message)
        ? "the repository has no issues; switch them on in its settings, or set 'issues: never'"
        : 'it has expired'
    default:
      return null
  }
}

type Cause = { code?: string; name?: string; message?: string; cause?: Cause }

/** The reason of a failed connection. Octokit gives it the status 500, and has the real cause further down. */
function noAnswer({ cause }: Refusal & { cause?: Cause }): string | null {
  let deepest: Cause | undefined = cause
  while (deepest?.cause) deepest = deepest.cause
  if (!deepest) return null
  if (deepest.name === 'TimeoutError') return 'the server did not answer in time'
  return `the server cannot be reached: ${deepest.code ?? deepest.message}`
}

/** One sentence for a failed request that needs `permission` (`actions: read`); never throws. */
export function explainRefusal(error: unknown, permission: string): string {
  const refusal = error as Refusal
  const silence = refusal.response ? null : noAnswer(refusal)
  if (silence !== null) return silence
  const reason = reasonOf(refusal.message ?? String(error))
  const meaning = explained(refusal, permission)
  const status = refusal.status === undefined ? '' : `${refusal.status} `
  return meaning === null ? `${status}${reason}` : `${meaning} (${status}${reason})`
}

/** Whether the server would refuse the same request tomorrow, since the token must not make it. */
export function isForbidden(error: unknown): boolean {
  const refusal = error as Refusal
  return (refusal.status === 401 || refusal.status === 403) && rateLimitPause(refusal) === null
}

/** Waits for `call`. Throws an Error that explains why the server refused it. */
export async function needing<Result>(permission: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    throw new Error(explainRefusal(error, permission))
  }
}
