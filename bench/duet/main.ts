// Measures which changes each design sees on a busy machine that nobody tuned: one command against itself, interleaved and
// as a duet, in about the same machine time.
//   npm run bench:duet [-- --rounds 20]
// Fills the table in docs/measuring.md after every round, so that it can be stopped. Before, it simulates what the choice
// between both designs gains and costs; with no rounds, nothing else.
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
import { choiceTable } from './choice/table.ts'
import { type Design, designsHere, type Measured } from './designs.ts'
import { ALPHA, smallestFound } from './smallest-found.ts'

const FOUND = 0.8

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(values.rounds)

type Cell = { workload: Workload; design: Design; measured: Measured[] }

/** The effect that this share of the comparisons find. */
function foundIn(share: number, { design, measured }: Cell): number {
  const effects = measured.map(each => smallestFound(design.pOf, each)).sort((a, b) => a - b)
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

const page = fileURLToPath(new URL('../../docs/measuring.md', import.meta.url))

const fillIn = (place: string, text: string) =>
  writeFileSync(page, withRegion(readFileSync(page, 'utf8'), place, text))

/** Writes the findings of all rounds so far into the page. */
function writeTable(cells: Cell[], done: number, language: string): void {
  const { cpu, processors, kernel, virtual } = readMachine()
  const table = [
    `| design | ${workloads.join(' | ')} | false alarms | time |`,
    `|---|${workloads.map(() => '---|').join('')}---|---|`,
    ...rowsOf(cells),
  ].join('\n')
  const machine = `${cpu}${virtual ? ' (virtual)' : ''}, ${processors} CPUs, kernel ${kernel}`
  const day = new Date().toISOString().slice(0, 10)
  const about = `${done} comparisons a cell, benchmarks in ${language}; ${machine}; ${day}.`
  fillIn('duet', `${table}\n\n${about}`)
}

fillIn('duet-choice', choiceTable())

if (rounds === 0) process.exit()

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
