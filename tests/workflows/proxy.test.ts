// A runner that reaches GitHub through a proxy alone, as many in a company's network do: no name resolves there.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, gatingSettings, outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const { workflow, permissions } = gatingSettings

/** What comes without a tunnel, as the files of artifacts do here: their server has no TLS. */
function forward(incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url = '' } = incoming
  incoming.pipe(
    request(url, { method, headers }, answered => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    }),
  )
}

describe('behind a proxy', () => {
  let bed: TestBed
  let proxy: Server
  const asked: string[] = []

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    proxy = createServer(forward).on('connect', ({ url = '' }, socket) => {
      asked.push(url)
      const server = connect(Number(new URL(bed.github.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        server.pipe(socket).pipe(server)
      })
      server.on('error', () => socket.destroy())
      socket.on('error', () => server.destroy())
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  })

  afterEach(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await bed.close()
  })

  it('a pull request is compared and reported on', async () => {
    const files = { [workflow]: commenting(quickExample('pull-request/bench.yml')) }
    bed.repository.commit({ files: { ...files, ...suiteFiles({ 'access-log': 20 }) } })
    bed.openPull(1, { branch: 'slower', files: { 'bench/access-log.txt': '30' } })
    const env = {
      GITHUB_API_URL: bed.github.url.replace('127.0.0.1', 'api.github.test'),
      http_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    }
    const run = await bed.pullRequest(1, { workflow, permissions, env })
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(bed.github.comments).toMatchObject([{ issue: 1, body: expect.stringMatching(/### 🔴 .* slower/) }])
    expect(new Set(asked)).toEqual(new Set([new URL(env.GITHUB_API_URL).host]))
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 120_000)
})
