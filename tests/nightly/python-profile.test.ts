// A profile of a service in Python by a real py-spy, which pip fetches: it attaches while the load goes on that counts.
// Part of npm run test:examples.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { comparisonSchema } from '../../src/model/index.ts'
import { scratch, stableBench } from '../e2e/command-line.ts'
import { explainFlags, requests } from '../e2e/explaining.ts'
import { isInstalled } from '../e2e/tool-example.ts'
import { commit, newRepository } from '../measure/git-fixtures.ts'

/** A server whose handler hashes so many times as much as it parses; its start takes longer than a load. */
const server = (times: number) => `import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

def start(n):
    t = 1
    for i in range(n): t = (t * 29 + i) % 65521
    return t

def parse(n):
    t = 1
    for i in range(n): t = (t * 31 + i) % 65521
    return t

def hash_bytes(n):
    t = 1
    for i in range(n): t = (t * 37 + i) % 65521
    return t

started = start(3_000_000)

class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def do_GET(self):
        body = str(started + parse(20_000) + hash_bytes(${times} * 20_000)).encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *args): pass

HTTPServer(('127.0.0.1', int(sys.argv[1])), Handler).serve_forever()
`

const withPython = isInstalled('python3') ? it : it.skip

withPython(
  'py-spy names the function of a service that a commit made slower, with its line, and not its start',
  async () => {
    const venv = join(scratch(), 'venv')
    execFileSync('python3', ['-m', 'venv', venv])
    execFileSync(join(venv, 'bin/pip'), ['install', '--quiet', 'py-spy==0.4.1'])
    const cwd = newRepository()
    commit(cwd, { 'server.py': server(2) })
    writeFileSync(join(cwd, 'server.py'), server(6))
    const service = ['--service', 'python3 server.py {port}', '--base-ref', 'HEAD']
    const { stdout } = await stableBench(
      ['explain', ...explainFlags, '--explain-time', '120s', ...service, '--', ...requests(100)],
      {
        cwd,
        env: { ...process.env, PATH: `${join(venv, 'bin')}:${process.env.PATH}` },
      },
    )
    const only = comparisonSchema.parse(JSON.parse(stdout)).explained?.[0]
    expect(only).toMatchObject({
      missing: null,
      profile: { profiler: 'py-spy of the service, under the load that counts, time of a request' },
    })
    const functions = only?.profile?.functions ?? []
    expect(functions[0]).toMatchObject({
      name: expect.stringMatching(/^hash_bytes\b/),
      named: true,
      file: 'server.py',
    })
    expect(functions.some(({ name }) => name.startsWith('start'))).toBe(false)
  },
  600_000,
)
