// Tokens of the results service: JWTs whose `scp` claim names one run and one job, signed so that none can be made up.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Which run and job a request may speak for, by their backend ids. */
export type Scope = { run: string; job: string }

/** The id the service uses for a run or job: on GitHub a GUID that is not the number of the run. */
export function backendId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/** What a job finds in ACTIONS_RUNTIME_TOKEN. */
export function issueToken(secret: Buffer, scope: Scope): string {
  const claims = { scp: `Actions.GenericRead:${scope.run} Actions.Results:${scope.run}:${scope.job}` }
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encode).join('.')
  return `${signed}.${sign(secret, signed)}`
}

/** The scope of an `Authorization: Bearer …` header, or null when there is none or we did not issue it. */
export function readScope(secret: Buffer, authorization: string | undefined): Scope | null {
  const [, header, claims, signature] =
    /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization ?? '') ?? []
  if (header === undefined || claims === undefined || signature === undefined) return null
  const expected = Buffer.from(sign(secret, `${header}.${claims}`))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  const { scp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scp: string }
  const [, run, job] = /Actions\.Results:([^: ]+):([^: ]+)/.exec(scp) ?? []
  return run !== undefined && job !== undefined ? { run, job } : null
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const sign = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest('base64url')
