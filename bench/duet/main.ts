// Measures which changes each design sees on a busy machine that nobody tuned: one command against itself, interleaved and
// as a duet, in about the same machine time.
//   npm run bench:duet [-- --rounds 20]
// Fills the table in docs/measuring.md after every round, so that it can be stopped.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { seededUniform } from '../../src/stats/distributions/seeded-uniform.ts'
import { startBackground } from '../isolation/background.ts'
import { buildWorkload, type Workload, workloads } from '../isolation/build-workload.ts'
import { readMachine } from '../isolation/machine.ts'
import { shuffled } from '../isolation/shuffled.ts'
import { withRegion } from '../page-region.ts'
import { type Design, designsHere, type Measured } from './designs.ts'

const ALPHA = 0.01
const FOUND = 0.8
const LARGEST = 20

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(values.rounds)

type Cell = { workload: Workload; design: Design; measured: Measured[] }

/** The smallest effect that is significant in this one comparison, by halves. */
function smallestFound({ pOf }: Design, measured: Measured): number {
  let [unseen, seen] = [0, LARGEST]
  if (pOf(measured, seen) > ALPHA) return Number.POSITIVE_INFINITY
  for (let i = 0; i < 30; i++) {
    const middle = (unseen + seen) / 2
    if (pOf(measured, middle) <= ALPHA) seen = middle
    else unseen = middle
  }
  return seen
}

/** The effect that this share of the comparisons find. */
function foundIn(share: number, { design, measured }: Cell): number {
  const effects = measured.map(each => smallestFound(design, each)).sort((a, b) => a - b)
  return effects[Math.ceil(share * effects.length) - 1] as number
}

const percent = (effect: number) =>
  Number.isFinite(effect) ? `${Number((100 * effect).toPrecision(2))} %` : 'none'

function rowsOf(cells: Cell[]): string[] {
  return designs.map(design => {
    const own = cells.filter(cell => cell.design === design)
    const all = own.flatMap(({ measured }) => measured)
    const alarms = all.filter(measured => design.pOf(measured, 0) <= ALPHA).length
    const seconds = all.reduce((sum, each) => sum + each.seconds, 0) / all.length
    const found = workloads.map(workload => own.find(cell => cell.workload === workload) as Cell)
    const columns = found.map(cell => percent(foundIn(FOUND, cell)))
    return `| ${[design.name, ...columns, `${alarms} of ${all.length}`, `${seconds.toFixed(1)} s`].join(' | ')} |`
  })
}

/** Writes the findings of all rounds so far into the page. */
function writeTable(cells: Cell[], done: number, language: string): void {
  const { cpu, processors, kernel, virtual } = readMachine()
  const table = [
    `| design | ${workloads.join(' | ')} | false alarms | time |`,
    `|---|${workloads.map(() => '---|').join('')}---|---|`,
    ...rowsOf(cells),
  ].join('\n')
  const machine = `${cpu}${virtual ? ' (virtual)' : ''}, ${processors} CPUs, kernel ${kernel}`
  const about = `${done} comparisons a cell, benchmarks in ${language}; ${machine}.`
  const page = fileURLToPath(new URL('../../docs/measuring.md', import.meta.url))
  writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'duet', `${table}\n\n${about}`))
}

const folder = mkdtempSync(join(tmpdir(), 'stable-bench-duet-'))
const { command, language } = buildWorkload(folder)
const designs = designsHere(availableParallelism() - 1)
const cells: Cell[] = designs.flatMap(design =>
  workloads.map(workload => ({ workload, design, measured: [] })),
)
const random = seededUniform(1)
const background = startBackground(folder, 7200)
try {
  await background.resume()
  for (let round = 1; round <= rounds; round++) {
    for (const { workload, design, measured } of shuffled(cells, random))
      measured.push(design.measure(command(workload), folder))
    writeTable(cells, round, language)
    process.stderr.write(`round ${round} of ${rounds}\n`)
  }
} finally {
  await background.stop()
  rmSync(folder, { recursive: true, force: true })
}
