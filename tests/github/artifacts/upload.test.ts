import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { hostAt } from '../../../src/github/api/host.ts'
import { type ResultsService, startResultsService } from '../../stand-ins/artifacts/results-service.ts'

let service: ResultsService
let upload: typeof import('../../../src/github/artifacts/upload.ts')
const file = join(mkdtempSync(join(tmpdir(), 'stable-bench-upload-')), 'result.json.gz')

beforeAll(async () => {
  service = await startResultsService()
  process.env.ACTIONS_RESULTS_URL = service.url
  writeFileSync(file, 'content')
  // The client looks at its environment when it is loaded.
  jest.resetModules()
  upload = await import('../../../src/github/artifacts/upload.ts')
})

afterAll(() => service.close())

beforeEach(() => {
  process.env.ACTIONS_RUNTIME_TOKEN = service.token(42, 'job')
  // The client tells the runner's log every step.
  jest.spyOn(process.stdout, 'write').mockReturnValue(true)
})

const names = () => service.artifacts().map(({ name }) => name)

describe('an upload', () => {
  it('takes no artifact away: what is looked for by its name stays, and a later attempt has its own', async () => {
    await upload.uploadNamed('baseline', [file], 1)
    await upload.uploadNamed('baseline', [file], 2)
    expect(names()).toEqual(['baseline', 'baseline-attempt-2'])
    await expect(upload.uploadNamed('baseline', [file], 1)).rejects.toThrow(
      /the artifact baseline could not be uploaded: .*already exists.*give each its own 'name' or 'shard'/,
    )
    await expect(upload.uploadArtifact('baseline-attempt-2', [file])).rejects.toThrow(/already exists/)
    expect(names()).toEqual(['baseline', 'baseline-attempt-2'])
  })
})

describe('a page', () => {
  const page = join(mkdtempSync(join(tmpdir(), 'stable-bench-page-')), 'stable-bench-page-a-attempt-2.html')
  const runUrl = 'https://github.com/acme/rocket/actions/runs/42'
  const at = (baseUrl: string) => ({ host: hostAt(baseUrl) })
  const github = at('https://api.github.com')

  it('is stored as it is, under the name of its file, and has an address', async () => {
    writeFileSync(page, '<h1>page</h1>')
    const address = await upload.uploadPage(github, page, runUrl)
    const stored = service.artifacts().find(({ name }) => name === 'stable-bench-page-a-attempt-2.html')
    expect(address).toBe(`${runUrl}/artifacts/${stored?.id}`)
    expect(service.blob(stored?.id ?? 0).toString()).toBe('<h1>page</h1>')
    await expect(upload.uploadPage(github, page, runUrl)).rejects.toThrow(/already exists/)
    const cloud = at('https://api.acme.ghe.com')
    expect(await upload.uploadPage(cloud, page, runUrl).catch(String)).toMatch(/exists/)
  })

  it('is left to the archive where the server cannot show it', async () => {
    const before = names()
    for (const server of ['https://git.example.com/api/v3', 'https://codeberg.org/api/v1'])
      expect(await upload.uploadPage(at(server), page, runUrl)).toBeNull()
    expect(names()).toEqual(before)
  })
})
