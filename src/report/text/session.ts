// One measured session on a terminal: what each benchmark gave, and how much its runs varied.
import { grouped } from '../../grouped.ts'
import {
  type ClockFacts,
  isOptimisedAway,
  optimisedAwayText,
  type Sample,
  type Session,
  type Testbed,
  useTheResult,
} from '../../model/index.ts'
import { medianAbsoluteDeviation } from '../../stats/describe/spread.ts'
import { median } from '../../stats/describe/summary.ts'
import { formatPercent } from '../../units.ts'
import { formatValue } from '../words/numbers.ts'
import { cpusText, settingsLine } from '../words/testbed.ts'
import { splitWarnings, topText } from '../words/top-warnings.ts'
import { visibleText } from '../words/visible-text.ts'
import { spaced } from './table.ts'

/** The median absolute deviation of the runs, relative to their median: robust against a few odd runs. */
function spread(runs: number[]): string {
  const center = median(runs)
  const deviation = center === 0 ? 0 : (100 * medianAbsoluteDeviation(runs)) / center
  return `±${formatPercent(deviation.toFixed(1))}`
}

function line(sample: Sample): string {
  const runs = sample.runs.map(median)
  const range = `${formatValue(Math.min(...runs), sample.unit)} … ${formatValue(Math.max(...runs), sample.unit)}`
  const level = median(runs)
  if (isOptimisedAway(sample, level))
    return `  ${visibleText(sample.metric)}: ${optimisedAwayText(sample, level)}; ${useTheResult}`
  return `  ${visibleText(sample.metric)}: ${formatValue(level, sample.unit)} ${spread(runs)}  (${range})`
}

/** Says what the clock costs, and why some metrics are missing. */
function clockLine(shell: string | undefined, clock: ClockFacts): string {
  const { name, floorWallTime, outside, countersReason } = clock
  const counters = countersReason === null ? '' : `; no hardware counters: ${visibleText(countersReason)}`
  const floor = `it measures ${formatValue(floorWallTime, 'ns')} for \`true\`${shell === 'bash' ? ' behind bash' : ''}`
  return `clock: ${visibleText(name)}, ${floor}, and a run takes ${formatValue(outside, 'ns')} besides${counters}`
}

/** The machine's grade, then the CPUs and settings with which it measured, where these are recorded. */
export function testbedLines(testbed: Testbed | null): string[] {
  if (testbed === null) return []
  const grade = `testbed: ${testbed.grade}, ${testbed.gradeReason}`
  const settings = settingsLine(testbed)
  const cpus = testbed.facts['pinned-cpus']
  if (settings === null) return [grade]
  return [grade, `settings: ${cpus ? `${visibleText(cpusText(cpus))}, ` : ''}${settings}`]
}

/** Median and spread of the runs of each benchmark and metric, with warnings and the machine's grade. */
export function renderSession(session: Session): string {
  const byName = grouped(session.benchmarks, sample => sample.name)
  const blocks = [...byName].map(([name, samples]) => `${visibleText(name)}\n${samples.map(line).join('\n')}`)
  const runs = `${session.plan?.runs ?? session.evidence.length} runs, median of their medians ± median deviation (lowest … highest run)`
  const { top, others, leftOut } = splitWarnings(session)
  const above = top.map(warning => `warning: ${topText(warning)}`)
  const doubts = [
    ...session.failures.map(({ name, reason }) => `failed: ${visibleText(name)}: ${visibleText(reason)}`),
    ...others.map(warning => `warning: ${visibleText(warning.message)}`),
    ...leftOut.map(warning => `left out: ${topText(warning, true)}`),
  ]
  const clock = session.plan?.clock ? [clockLine(session.plan.shell, session.plan.clock)] : []
  const lines = [...blocks, '', runs, ...testbedLines(session.testbed), ...clock, ...doubts]
  return `${[...spaced(above), ...lines].join('\n')}\n`
}
