// A pull request that makes a service slower: the shipped workflow, whose file has no word about services, finds it. Nothing of it
// stays, also where the action is killed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { gatingSettings, outputsOf, withFewRuns } from './quick-suite.ts'

const mark = `workflow-service-${process.pid}`
const server = `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const rounds = Number(readFileSync('rounds', 'utf8'))
const answer = () => {
  let value = 1
  for (let i = 0; i < rounds; i++) value = (value * 31 + i) | 0
  return String(value)
}
createServer((_, response) => response.end(answer())).listen(Number(process.argv[2]), '127.0.0.1')
`
const autocannon = join(root, 'node_modules/.bin/autocannon')
/** A last step, which fails as long as anything of the suite runs: at the end of a job, GitHub itself ends what is left. */
const leftNothing = `      - if: always()
        run: 'for i in {1..600}; do pgrep -f -- ${mark} || exit 0; sleep 0.1; done; exit 1'
`
const workflow =
  withFewRuns(readFileSync(join(root, 'examples/pull-request/bench.yml'), 'utf8')) + leftNothing
const suite = {
  service: { command: `node server.mjs {port} ${mark}` },
  command: `node ${autocannon} --json --connections 2 --amount 50 http://127.0.0.1:{port}/${mark}`,
}
/** Under load it kills the action, and never answers. */
const killer = `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const words = pid => readFileSync('/proc/' + pid + '/cmdline', 'utf8')
const parentOf = pid => readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ').pop().split(' ')[1]
process.on('SIGTERM', () => {})
createServer(() => {
  let pid = process.ppid
  while (!words(pid).includes('action.js')) pid = parentOf(pid)
  process.kill(pid, 'SIGKILL')
}).listen(Number(process.argv[2]), '127.0.0.1')
`

let bed: TestBed

beforeAll(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  bed.repository.commit({
    files: {
      [gatingSettings.workflow]: workflow,
      '.stable-bench.yml': JSON.stringify({ suites: { api: suite } }),
      'server.mjs': server,
      rounds: '20000',
    },
  })
}, 100_000)

afterAll(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

it('is red where the service takes more CPU time for a request, and leaves no service', async () => {
  bed.openPull(1, { branch: 'slow', files: { rounds: '2000000' } })
  const run = await bed.pullRequest(1, gatingSettings)
  expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
  expect(JSON.parse(String(outputsOf(run).regressions))).toContain('api: service (cpu-time)')
  expect(run.summary).toMatch(/`service` is .*slower|benchmarks are slower/)
  expect(run.summary).toMatch(/a new service each run, warm-up 0 s, load on other CPUs/)
  expect(run.steps.at(-1)).toMatchObject({ result: 'success' })
}, 300_000)

it('leaves no service and no load where the action is killed', async () => {
  bed.openPull(2, { branch: 'kills', files: { 'server.mjs': killer } })
  const run = await bed.pullRequest(2, gatingSettings)
  expect(run.steps.map(({ result }) => result).slice(-2)).toEqual(['failure', 'success'])
  // It had no time to say anything.
  expect(run.annotations.filter(({ level }) => level === 'error')).toEqual([])
}, 300_000)
