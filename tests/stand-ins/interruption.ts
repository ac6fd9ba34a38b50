// What servers and other people do to a request: refuse it, delay it, break off, or change things meanwhile.
import { failure } from './github/call.ts'
import type { Reply } from './local-server.ts'

/** What happens to one request instead of, or beside, its answer. */
export type Interruption = {
  /** Answers with this status, an error's message and headers. */
  status?: number
  message?: string
  headers?: Record<string, string>
  /** The request is carried out before it is answered with `status`. */
  done?: boolean
  delayMs?: number
  /** The connection breaks off in the middle of the answer. */
  cut?: boolean
  /** Whatever happens meanwhile: done before the request. */
  meanwhile?: () => unknown
}

type Answered = { reply: Reply }

/** The answer to a request that `interruption` happens to. */
export async function interrupted(
  interruption: Interruption | undefined,
  answer: () => Answered,
): Promise<Answered> {
  if (!interruption) return answer()
  const { status, message = 'interrupted', headers, done, delayMs, cut, meanwhile } = interruption
  await meanwhile?.()
  if (delayMs !== undefined) await new Promise(resolve => setTimeout(resolve, delayMs))
  if (done) answer()
  if (status !== undefined) return { reply: { ...failure(status, message), ...(headers ? { headers } : {}) } }
  return { reply: { ...answer().reply, ...(cut ? { cut } : {}) } }
}
