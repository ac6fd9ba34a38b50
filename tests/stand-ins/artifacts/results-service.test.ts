import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type ResultsService, startResultsService } from './results-service.ts'

let service: ResultsService

beforeEach(async () => {
  service = await startResultsService()
})

afterEach(() => service.close())

type Ids = { workflow_run_backend_id: string; workflow_job_run_backend_id: string }

/** The ids that clients read from their token. */
function idsIn(token: string): Ids {
  const { scp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    scp: string
  }
  const [, run = '', job = ''] = /Actions\.Results:(\S+):(\S+)/.exec(scp) ?? []
  return { workflow_run_backend_id: run, workflow_job_run_backend_id: job }
}

async function call(token: string, method: string, message: object) {
  const response = await fetch(
    `${service.url}twirp/github.actions.results.api.v1.ArtifactService/${method}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...idsIn(token), ...message }),
    },
  )
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

async function upload(token: string, name: string, content: string) {
  const created = await call(token, 'CreateArtifact', { name, version: 7 })
  if (created.status !== 200) return created
  await fetch(created.body.signed_upload_url ?? '', { method: 'PUT', body: content })
  return call(token, 'FinalizeArtifact', { name, size: String(content.length), hash: digest(content) })
}

const digest = (content: string) => `sha256:${createHash('sha256').update(content).digest('hex')}`

describe('the stand-in for the results service', () => {
  it('stores an upload under the number of the run and hands it out by signed URL only', async () => {
    const token = service.token(42, 'bench')
    expect(await upload(token, 'result', 'content')).toMatchObject({ status: 200, body: { ok: true } })
    expect(service.artifacts()).toMatchObject([
      { runId: 42, name: 'result', size: 7, digest: digest('content') },
    ])
    const { body } = await call(service.token(42, 'publish'), 'GetSignedArtifactURL', { name: 'result' })
    expect(await (await fetch(body.signed_url ?? '')).text()).toBe('content')
    expect((await fetch((body.signed_url ?? '').replace(/sig=.*/, 'sig=guess'))).status).toBe(403)
  })

  it('puts blocks together in the order of the block list', async () => {
    const token = service.token(42, 'bench')
    const { body } = await call(token, 'CreateArtifact', { name: 'blocks', version: 7 })
    const put = (query: string, content: string) =>
      fetch(`${body.signed_upload_url}&${query}`, { method: 'PUT', body: content })
    await put('comp=block&blockid=Mg==', 'world')
    await put('comp=block&blockid=MQ==', 'hello ')
    await put('comp=blocklist', '<BlockList><Latest>MQ==</Latest><Latest>Mg==</Latest></BlockList>')
    const hash = digest('hello world')
    const { status } = await call(token, 'FinalizeArtifact', { name: 'blocks', size: '11', hash })
    expect(status).toBe(200)
    expect(service.blob(service.artifacts()[0]?.id ?? 0).toString()).toBe('hello world')
  })

  it('refuses a second artifact of the same name in a run, also from another job, until it is deleted', async () => {
    await upload(service.token(42, 'one'), 'result', 'content')
    expect(await upload(service.token(42, 'two'), 'result', 'other')).toMatchObject({ status: 409 })
    expect(await upload(service.token(43, 'one'), 'result', 'other')).toMatchObject({ status: 200 })
    await call(service.token(42, 'two'), 'DeleteArtifact', { name: 'result' })
    expect(await upload(service.token(42, 'two'), 'result', 'other')).toMatchObject({ status: 200 })
    expect(service.refusals.map(({ status }) => status)).toEqual([409])
  })

  it('shows a whole re-run nothing of earlier attempts, and a partial one what it does not hand out', async () => {
    await upload(service.token(42, 'bench'), 'result', 'content')
    const listed = async (token: string) => {
      const { body } = await call(token, 'ListArtifacts', {})
      return (body.artifacts as unknown as { name: string }[]).map(({ name }) => name)
    }
    const whole = service.token(42, 'bench', { attempt: 2 })
    expect(await listed(whole)).toEqual([])
    expect(await upload(whole, 'result', 'other')).toMatchObject({ status: 200 })
    const partial = service.token(42, 'bench', { attempt: 3, partial: true })
    expect(await listed(partial)).toEqual(['result', 'result'])
    expect(await call(partial, 'GetSignedArtifactURL', { name: 'result' })).toMatchObject({ status: 404 })
    const [first, second] = service.artifacts()
    expect(first?.id).toBeGreaterThan(second?.id ?? 0)
    expect(Date.parse(first?.createdAt ?? '')).toBeLessThan(Date.parse(second?.createdAt ?? ''))
  })

  it('refuses tokens that it did not issue and tokens of other runs or jobs', async () => {
    const [own, other] = [service.token(42, 'bench'), service.token(43, 'bench')]
    const [header, , signature] = own.split('.')
    const forged = [header, other.split('.')[1], signature].join('.')
    expect(await call(forged, 'ListArtifacts', {})).toMatchObject({ status: 401 })
    expect(await call(own, 'ListArtifacts', idsIn(other))).toMatchObject({ status: 403 })
    const ofJob = idsIn(service.token(42, 'publish'))
    expect(await call(own, 'CreateArtifact', { name: 'x', ...ofJob })).toMatchObject({ status: 403 })
  })

  it('refuses an upload whose hash or size is not that of the blob, and lists none that is not finished', async () => {
    const token = service.token(42, 'bench')
    const { body } = await call(token, 'CreateArtifact', { name: 'result', version: 7 })
    await fetch(body.signed_upload_url ?? '', { method: 'PUT', body: 'content' })
    const finalize = (size: string, hash: string) =>
      call(token, 'FinalizeArtifact', { name: 'result', size, hash })
    expect(await finalize('7', digest('other'))).toMatchObject({ status: 400 })
    expect(await finalize('8', digest('content'))).toMatchObject({ status: 400 })
    expect((await call(token, 'ListArtifacts', {})).body.artifacts).toEqual([])
    expect(await finalize('7', digest('content'))).toMatchObject({ status: 200 })
  })

  it('answers 404 to unknown methods', async () => {
    expect(await call(service.token(42, 'bench'), 'MigrateArtifact', {})).toMatchObject({ status: 404 })
  })
})
