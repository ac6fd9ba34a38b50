// Shows what the place of the code does to verdicts, and that a build of its own for each run withstands it.
//   npm run bench:placement [-- --cases 1000]
// Simulated jobs, judged by the engine as users get it. Writes its table into docs/placement.md. Exits with 1 where layouts break a
// promise.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { withRegion } from '../page-region.ts'
import { digits, type Rate, range, rate, table } from '../rate-table.ts'
import { RUNS } from '../verdicts/cells.ts'
import { randomStream } from '../verdicts/random.ts'
import type { Said } from '../verdicts/score.ts'
import { type Job, judged, placements } from './simulated.ts'

/** False alarms of a row, and "no change" of a change of the size of the band. */
const LIMITS = { alarms: 0.015, missed: 0.06 }
const BAND = 0.02
const SEED = 20261127

const { values } = parseArgs({ options: { cases: { type: 'string', default: '1000' } } })
const CASES = Number(values.cases)

/** The designs: builds a side, and the share of builds that are moved alike. */
const designs = [
  { name: 'one build', builds: 1, agree: 0 },
  { name: '20 builds', builds: 20, agree: 0 },
  { name: '20 builds, half of them moved alike', builds: 20, agree: 0.5 },
  { name: '10 builds', builds: 10, agree: 0 },
  { name: '5 builds', builds: 5, agree: 0 },
]

type Cell = { placement: string; design: string; builds: number; alarms: Rate; missed: Rate; found: Rate[] }

function cellOf(placement: string, { name, builds, agree }: (typeof designs)[number]): Cell {
  const job: Job = {
    placement: placements[placement] as Job['placement'],
    builds,
    agree,
    runSd: 0.01,
    looks: RUNS.looks,
  }
  const share = (shift: number, holds: (said: Said) => boolean) => {
    let holding = 0
    for (let i = 0; i < CASES; i++)
      if (holds(judged(job, shift, randomStream(SEED, `${placement} ${name} ${shift}`, i)))) holding++
    return rate(holding, CASES)
  }
  return {
    placement,
    design: name,
    builds,
    alarms: share(0, said => said.significant === true),
    missed: share(BAND, ({ call }) => call === 'same'),
    found: [0.05, 0.1].map(shift => share(shift, ({ call }) => call === 'slower')),
  }
}

const cells: Cell[] = []
for (const placement of Object.keys(placements))
  for (const design of designs) {
    const cell = cellOf(placement, design)
    cells.push(cell)
    console.error(
      `${placement}, ${design.name}: ${range(cell.alarms)} % alarms, +5 % found in ${digits(cell.found[0]?.share ?? 0)} %`,
    )
  }

const made = table(
  [
    'what the place does',
    'design',
    'unchanged: significant, %',
    '+2 %: no change, %',
    '+5 %: found, %',
    '+10 %: found, %',
  ],
  cells.map(({ placement, design, alarms, missed, found }) => [
    placement,
    design,
    range(alarms),
    range(missed),
    ...found.map(({ share }) => digits(share)),
  ]),
  2,
)
const page = fileURLToPath(new URL('../../docs/placement.md', import.meta.url))
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'simulated', made))
console.log(made)
const broken = cells.filter(
  ({ builds, alarms, missed }) => builds > 1 && (alarms.low > LIMITS.alarms || missed.low > LIMITS.missed),
)
for (const { placement, design } of broken) console.error(`broken: ${placement}, ${design}`)
process.exitCode = broken.length > 0 ? 1 : 0
