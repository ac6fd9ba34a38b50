// What it does to the CPU time of a request that the CPU of a service is kept awake: the same service under an open loop that leaves it
// idle most of the time, with and without, in turn.
//   npm run bench:awake [-- --runs 20 --seconds 2 --rate 200]
// Fills the table in docs/guides/services.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { allowedCpus } from '../../src/measure/pin/topology.ts'
import { freePort } from '../../src/services/port.ts'
import { parseReady, untilReady } from '../../src/services/ready.ts'
import { startService } from '../../src/services/service-process.ts'
import { median } from '../../src/stats/describe/summary.ts'
import { readMachine } from '../isolation/machine.ts'
import { withRegion } from '../page-region.ts'
import { table } from '../rate-table.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '2' },
    rate: { type: 'string', default: '200' },
  },
})
const here = dirname(fileURLToPath(import.meta.url))
const autocannon = join(here, '../../node_modules/.bin/autocannon')
const allowed = allowedCpus('/')
const [first = 0, last = 0] = [allowed.at(0), allowed.at(-1)]

type Load = { requests: { total: number }; latency: { p50: number; average: number } }

/** Puts the service under load; as long as `seconds` says. */
function load(port: number, seconds: string): Load {
  const flags = ['--json', '--connections', '4', '--overallRate', values.rate, '--duration', seconds]
  const { stdout } = spawnSync(
    'taskset',
    ['-c', String(first), process.execPath, autocannon, ...flags, `http://127.0.0.1:${port}/`],
    { encoding: 'utf8' },
  )
  return JSON.parse(stdout) as Load
}

/** The CPU time of a request in one run of a fresh service, in microseconds. */
async function cpuTime(awake: number[]): Promise<number> {
  const port = await freePort()
  const argv = [process.execPath, join(here, 'server.mjs'), String(port)]
  const prefix = ['taskset', '-c', String(last)]
  const service = startService(argv, { prefix, cwd: here, env: process.env, awake })
  try {
    const { signal } = new AbortController()
    if (!(await untilReady(parseReady(`http://127.0.0.1:${port}/`), service, { timeoutMs: 60_000, signal })))
      throw new Error(`the service is not up: ${service.lastLines()}`)
    load(port, '1')
    const before = await service.figures()
    const { requests } = load(port, values.seconds)
    return ((await service.figures()).cpuTime - before.cpuTime) / requests.total / 1000
  } finally {
    await service.stop()
  }
}

const found: Record<'asleep' | 'awake', number[]> = { asleep: [], awake: [] }
for (let run = 0; run < Number(values.runs); run++) {
  const turns = run % 2 === 0 ? (['asleep', 'awake'] as const) : (['awake', 'asleep'] as const)
  for (const turn of turns) found[turn].push(await cpuTime(turn === 'awake' ? [last] : []))
  console.error(`${run + 1} of ${values.runs} rounds`)
}

function rowOf(name: string, all: number[]): string[] {
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length
  const sd = Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (all.length - 1))
  const cells = [
    `${median(all).toFixed(0)} µs`,
    `${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)} µs`,
  ]
  return [name, ...cells, `${((100 * sd) / mean).toFixed(1)} %`]
}

const head = ['the CPU of the service', 'CPU time of a request, middle', 'all runs', 'spread']
const rows = [rowOf('may idle', found.asleep), rowOf('is kept awake', found.awake)]
const { cpu, processors, kernel, virtual } = readMachine()
const machine = `${cpu}${virtual ? ' (virtual)' : ''}, ${processors} CPUs, kernel ${kernel}`
const text = `${table(head, rows)}\n\n${values.runs} runs of ${values.seconds} s each; ${machine}.`
const page = join(here, '../../docs/guides/services.md')
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'awake', text))
console.log(text)
