// Loads of two commits, whose servers have to be of these commits.
import { expect, it } from '@jest/globals'
import { assertInputs } from '../../../src/job/request/assert-inputs.ts'
import type { MeasureRequest } from '../../../src/job/request/request.ts'
import { jobRequest } from '../job-request.ts'

const wrk = 'wrk -d 10s http://localhost:8080/'

function refusal(baseline: string | string[], candidate = baseline, more: Partial<MeasureRequest> = {}) {
  const ownCheckout = { top: '/home/me/repo', changed: ['server.go'] }
  try {
    assertInputs(jobRequest({ baseline, candidate }, { ownCheckout, ...more }))
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const said = (client: string) =>
  `service: ${client} sends requests, and nothing starts a server of each commit: both sides would ask the same one; ` +
  'set service to the command of the server, with {port} for its port, and put {port} into the load as well'

it.each([
  ['wrk', wrk],
  ['k6', 'cd load && k6 run --out json=out.json script.js | tee log'],
  ['autocannon', 'npx autocannon -R 50 localhost:3000'],
  ['hey', 'sleep 1; hey http://localhost:3000'],
])('a load on one server for both commits is refused: %s', (client, command) => {
  expect(refusal(command)).toBe(said(client))
})

it('a load as words is one, too', () => {
  expect(refusal(['oha', '-z', '10s', 'http://localhost:3000'])).toBe(said('oha'))
})

it.each<[string, string, Partial<MeasureRequest>]>([
  ['where the command starts a server', `./server & sleep 1; ${wrk}; kill %1`, {}],
  ['by a script, which may do so', 'bash bench.sh', {}],
  [
    'by a load generator of the checkout, which is measured itself',
    'target/release/oha http://localhost:8080',
    {},
  ],
  ['where prepare may start one', wrk, { prepare: './restart-server' }],
  ['where setup has left one', wrk, { notes: [{ code: 'setup-left', message: 'setup left a server' }] }],
  ['on a database, whose queries are of each commit', 'pgbench -f query.sql', {}],
  [
    'with a service',
    'wrk http://localhost:{port}/',
    { service: { command: './server {port}', ready: '', readyTimeoutMs: 1 } },
  ],
])('a load may be measured %s', (_, command, more) => {
  expect(refusal(command, command, more)).toBe(null)
})

it('a load of one commit, or of two commands, may ask any server', () => {
  const own = jobRequest({ baseline: wrk, candidate: wrk })
  expect(() => assertInputs(own)).not.toThrow()
  expect(refusal(wrk, 'bash bench.sh')).toBe(null)
})
