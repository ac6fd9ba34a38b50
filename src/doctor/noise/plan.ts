// How the noise test is made: its program, how much work a run does, and the request for each way to measure.
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { performance } from 'node:perf_hooks'
import { parseInputs } from '../../inputs/parse.ts'
import { type MeasureRequest, requestOf } from '../../job/request/request.ts'
import type { NoiseRow } from '../../model/index.ts'

/**
 * A fixed piece of work for core, caches and memory: walks through a megabyte at random, as often as `process.argv[1]` says. It times
 * itself and prints samples, so that the start of the process does not count.
 */
const PROGRAM = `
const cells = new Uint32Array(1 << 18)
let x = 1
function block() {
  for (let i = 0; i < 2e6; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    cells[x >>> 14] ^= x
  }
}
block()
const begin = process.hrtime.bigint()
for (let i = Number(process.argv[1]); i > 0; i--) block()
const took = Number(process.hrtime.bigint() - begin)
const benchmark = { name: 'noise', metric: 'time', unit: 'ns', better: 'lower', runs: [[took]] }
process.stdout.write(JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [benchmark] }))
`

/** The command line that does the work `blocks` times. */
const noiseCommand = (blocks: number): string[] => [process.execPath, '-e', PROGRAM, String(blocks)]

/** Ten runs a side where the sides take turns; twenty pairs of a duet take as long. */
export const RUNS = 20
/** Includes the warm-up run and the start of a job. */
const RUNS_WORTH = RUNS + 4
const MOST_BLOCKS = 400

/** The reason why there is no number for a pinned run: there is no core to spare that `auto` could take. */
export const NOT_PINNED = 'no CPU could be taken for it'

const milliseconds = (blocks: number): number => {
  const begin = performance.now()
  const [program = '', ...words] = noiseCommand(blocks)
  spawnSync(program, words)
  return performance.now() - begin
}

/**
 * How much work makes `RUNS` runs take about `limitMs`. It then times a run of that length, since on a busy machine
 * long processes wait longer than short ones.
 */
export function blocksFor(limitMs: number): number {
  const wanted = limitMs / RUNS_WORTH
  const within = (blocks: number) => Math.min(MOST_BLOCKS, Math.max(1, Math.round(blocks)))
  const [start, started] = [milliseconds(1), milliseconds(11)]
  const perBlock = Math.max(0.5, (started - start) / 10)
  const blocks = within((wanted - start) / perBlock)
  return within(blocks * Math.min(1, wanted / milliseconds(blocks)))
}

/** `as-it-is` binds nothing; all else is as in a comparison. */
export function requestFor(design: NoiseRow['design'], blocks: number, limitMs: number): MeasureRequest {
  const values = parseInputs('calibrate', () => undefined)
  const request = requestOf(values, { commands: { candidate: noiseCommand(blocks) }, looks: [RUNS] })
  const { pinning } = request
  const asItIs = { ...pinning, cpus: 'none', numaNode: 'none', aslr: 'on' as const }
  return {
    ...request,
    cwd: tmpdir(),
    quiet: true,
    tool: 'samples',
    maxTimeMs: limitMs,
    // A run that was begun in time must not make the test take longer.
    timeoutMs: Math.ceil(limitMs),
    pinning: design === 'as-it-is' ? asItIs : pinning,
  }
}
