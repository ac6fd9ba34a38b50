// results.md, and the part of docs/isolation.md that is made from it.
import { withRegion } from '../page-region.ts'
import type { ForeignLoad } from './foreign-load.ts'
import type { Machine } from './machine.ts'
import type { Measured } from './measure-isolation.ts'
import { cellTable, foreignWords, machineWords, targetTable } from './tables.ts'
import type { Target } from './targets.ts'

export type About = { machine: Machine; seconds: number }

/** All that results.json holds. */
export type Findings = { about: About; foreign: ForeignLoad; targets: Target[]; measured: Measured }

function howMeasured({ about: { machine, seconds }, measured }: Findings): string {
  const { cells, cpus, noise, language, left, rounds } = measured
  const counts = [...new Set(noise)].map(kind => {
    const count = noise.filter(each => each === kind).length
    return count > 1 ? `${count} × ${kind}` : kind
  })
  const runs = Math.min(...cells.map(cell => cell.milliseconds.length))
  const repeated = cells.reduce((sum, cell) => sum + cell.repeated, 0)
  const missing = left.length === 0 ? '' : ` Left out: ${left.join('; ')}.`
  return `${runs} runs each, in ${rounds} rounds of random order, ${Math.round(seconds)} s in all; benchmarks in ${language} on CPU ${cpus} where
pinned; ${machineWords(machine)}.
Background load: ${counts.join(', ')}. Runs that stable-bench repeated: ${repeated}.${missing}`
}

/** Findings as they stand in both pages. */
export function findingsText(findings: Findings): string {
  return `${howMeasured(findings)}

${foreignWords(findings.foreign)}

${cellTable(findings.measured.cells)}

${targetTable(findings.targets)}
`
}

/** The whole page. */
export const markdown = (findings: Findings) => `# Isolation, measured

Made by \`npm run bench:isolation\`; [what it means](../../docs/isolation.md).

${findingsText(findings)}`

/** `page` with the findings in its marked place. */
export const withFindings = (page: string, findings: Findings) =>
  withRegion(page, 'results', findingsText(findings))
