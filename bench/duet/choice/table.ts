// The table of what the choice of a design gains and costs. Its limits are found with one seed and shown with another.
import { COMPETES } from '../../../src/job/design/judge-trial.ts'
import { seededUniform } from '../../../src/stats/distributions/seeded-uniform.ts'
import { bestLimit, type Cell, duetShare, simulatedCells } from './regret.ts'

const COMPARISONS = 100
const SEEDS = [20261127, 7]

const percent = (effect: number) => `${Number((100 * effect).toPrecision(2))} %`

function row(cell: Cell, random: () => number): string {
  const { machine, benchmark, interleaved, duet } = cell
  const share = duetShare(cell, COMPETES, random)
  const chosen = Math.exp(share * Math.log(duet) + (1 - share) * Math.log(interleaved))
  const columns = [percent(interleaved), percent(duet), `${Math.round(100 * share)} %`, percent(chosen)]
  return `| ${[machine.name, benchmark.name, ...columns].join(' | ')} |`
}

/** The table as Markdown, with the limits that each seed would choose. */
export function choiceTable(): string {
  const [first, second] = SEEDS as [number, number]
  const [known, others] = [simulatedCells(first, COMPARISONS), simulatedCells(second, COMPARISONS)]
  const limits = (['virtual', 'busy'] as const).map(
    trigger =>
      `${trigger} ${COMPETES[trigger]} (${bestLimit(known, trigger, first)} by the first seed, ${bestLimit(others, trigger, second)} by the second)`,
  )
  const random = seededUniform(second)
  return [
    '| machine | the benchmark | interleaved sees | a duet sees | chosen a duet | the choice sees |',
    '|---|---|---|---|---|---|',
    ...others.map(cell => row(cell, random)),
    '',
    `Limits of the CPU time beside each other: ${limits.join(', ')}. The table is of the second seed.`,
  ].join('\n')
}
