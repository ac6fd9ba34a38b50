// How steady a benchmark runs on a busy machine: plainly, by hyperfine, with taskset alone, and by stable-bench.
//   npm run bench:isolation [-- --quick]
//   npm run bench:isolation -- --ablation [--ladder] [--load] [--allow-tuning]
// Writes results.md and results.json beside this file and the table of docs/isolation.md; --quick and --ablation write
// to the temporary folder. Exits with 1 when a promise is missed, and with 3 when one is that a
// disturbed machine, or one that varies as much at rest, cannot keep.
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { InputError } from '../../src/model/index.ts'
import { exitCodes, signalExitCode } from '../../src/policy/exit-codes.ts'
import { ablate } from './ablation.ts'
import { ablationText } from './ablation-table.ts'
import { foreignLoadOf } from './foreign-load.ts'
import { readMachine } from './machine.ts'
import { type Findings, findingsText, markdown, withFindings } from './markdown.ts'
import { type Effort, measureIsolation } from './measure-isolation.ts'
import { heldTargets } from './targets.ts'

const FULL: Effort = { rounds: 10, seconds: 240, runs: 5 }
const QUICK: Effort = { rounds: 2, seconds: 45, runs: 5 }

type Flags = { quick: boolean; ladder: boolean; load: boolean; 'allow-tuning': boolean }

const begin = performance.now()
const seconds = () => (performance.now() - begin) / 1000
const say = (text: string) => process.stderr.write(`${Math.round(seconds())} s: ${text}\n`)

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    process.exitCode = signalExitCode(name)
    stop.abort(new Error(`stopped by ${name}`))
  })
}

function write(findings: Findings, quick: boolean): void {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const folder = quick ? tmpdir() : here
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(findings, null, 2)}\n`)
  writeFileSync(join(folder, 'results.md'), markdown(findings))
  if (quick) return
  const page = join(here, '../../docs/isolation.md')
  writeFileSync(page, withFindings(readFileSync(page, 'utf8'), findings))
}

async function compareMethods(quick: boolean): Promise<number> {
  const measured = await measureIsolation(quick ? QUICK : FULL, { signal: stop.signal, say })
  const foreign = foreignLoadOf(measured.inUse)
  const targets = heldTargets(measured.cells, measured.overhead, foreign.disturbed)
  const findings = { about: { machine: readMachine(), seconds: seconds() }, foreign, targets, measured }
  write(findings, quick)
  console.log(findingsText(findings))
  if (targets.some(({ state }) => state === 'missed')) return exitCodes.measuringFailed
  const all = targets.every(({ state }) => state !== 'disturbed' && state !== 'restless')
  return all ? exitCodes.pass : exitCodes.notEstablished
}

async function ablateKnobs({ quick, ...options }: Flags): Promise<number> {
  const effort = quick ? { rounds: 1, runs: 5 } : { rounds: 4, runs: 5 }
  const allowed = options['allow-tuning']
  const found = await ablate({ ...options, ...effort, allowed }, { signal: stop.signal, say })
  const text = ablationText(found, { machine: readMachine(), seconds: seconds() })
  const file = join(tmpdir(), 'stable-bench-ablation.md')
  writeFileSync(file, text)
  console.log(text)
  say(`wrote ${file}`)
  return exitCodes.pass
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    ablation: { type: 'boolean', default: false },
    ladder: { type: 'boolean', default: false },
    load: { type: 'boolean', default: false },
    'allow-tuning': { type: 'boolean', default: false },
  },
})
try {
  const status = values.ablation ? await ablateKnobs(values) : await compareMethods(values.quick)
  process.exitCode ??= status
} catch (error) {
  process.exitCode ??= error instanceof InputError ? exitCodes.badInput : exitCodes.measuringFailed
  say(error instanceof Error ? error.message : String(error))
}
