// The ablation as a Markdown page.
import { median } from '../../src/stats/describe/summary.ts'
import type { Ablated, AblationCell } from './ablation.ts'
import { workloads } from './build-workload.ts'
import { foreignLoadOf } from './foreign-load.ts'
import type { About } from './markdown.ts'
import { coefficientOfVariation, robustVariation } from './spread.ts'
import { foreignWords, machineWords, percent, table } from './tables.ts'

function rowOf({ row, milliseconds, migrations }: AblationCell, pinned: number): string[] {
  const middle = median(milliseconds)
  return [
    row,
    `${middle.toFixed(1)} ms`,
    `${(middle / pinned).toFixed(3)} ×`,
    percent(coefficientOfVariation(milliseconds)),
    percent(robustVariation(milliseconds)),
    migrations === null ? '—' : (migrations / milliseconds.length).toFixed(1),
  ]
}

function tableOf({ cells, rows }: Ablated): string {
  const lines = workloads.flatMap(workload => {
    const own = rows.map(name => cells.find(cell => cell.row === name && cell.workload === workload))
    const there = own.filter(cell => cell !== undefined)
    const pinned = median(there.find(cell => cell.row === 'pinned')?.milliseconds ?? [Number.NaN])
    return there.map((cell, i) => [i === 0 ? workload : '', ...rowOf(cell, pinned)])
  })
  const head = ['benchmark', 'with', 'median', 'by pinned', 'CV', 'robust CV', 'migrations']
  return table(head, lines, 2)
}

const list = (items: string[]) => items.map(item => `- ${item}`).join('\n')

/**
 * The page: the effect of each knob, the kit's account of it, and the knobs that could not be tried, with the reason.
 */
export function ablationText(found: Ablated, { machine }: About): string {
  const runs = Math.min(...found.cells.map(cell => cell.milliseconds.length))
  const set = Object.entries(found.set).filter(([, said]) => said !== '')
  const untried = found.untried.map(({ name, reason }) => `${name}: ${reason}`)
  return `# Knob by knob on this machine

${runs} runs each, in ${found.rounds} rounds of random order, on ${machineWords(machine)}.

${foreignWords(foreignLoadOf(found.inUse))}

${tableOf(found)}
${set.length === 0 ? '' : `\nThe runner hooks set:\n\n${list(set.map(([row, said]) => `${row}: ${said}`))}\n`}${
  untried.length === 0 ? '' : `\nNot tried on this machine:\n\n${list(untried)}\n`
}`
}
