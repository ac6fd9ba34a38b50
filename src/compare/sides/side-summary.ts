// One side of a comparison for a report: its sessions, and their evidence in figures (the median and the extremes).
import type {
  EvidenceFigure,
  EvidenceSummary,
  MachineEvidence,
  RunEvidence,
  Session,
  SideSummary,
} from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'

type FigureReader = (run: RunEvidence) => number | null | undefined

type MachineReader = (machine: MachineEvidence) => number | null

const ofMachine =
  (read: MachineReader, per: (machine: MachineEvidence) => number): FigureReader =>
  ({ machine }) => {
    const value = machine ? read(machine) : null
    return machine && value !== null ? value / per(machine) : null
  }

/** The share of its CPUs' time that something took. */
const shareOf = (read: MachineReader) => ofMachine(read, ({ window, cpus }) => window * cpus)
const perSecond = (read: MachineReader) => ofMachine(read, ({ window }) => window / 1e9)
const stalled = (kind: 'cpu' | 'memory' | 'io') =>
  ofMachine(
    ({ pressure }) => pressure[kind]?.some ?? null,
    ({ window }) => window,
  )

const FIGURES: [name: string, unit: EvidenceFigure['unit'], read: FigureReader][] = [
  ['CPU time of wall time', 'share', run => (run.userTime + run.systemTime) / run.wallTime],
  ['stolen by the hypervisor', 'share', shareOf(machine => machine.steal)],
  ['foreign load on its CPUs', 'share', shareOf(machine => machine.foreignTime)],
  ['load of other CPUs', 'share', run => run.machine?.outsideShare],
  ['involuntary switches', '/s', run => rate(run.involuntarySwitches, run)],
  ['migrations', '', run => run.counters?.migrations],
  ['major faults', '', run => run.majorFaults],
  ['device interrupts', '/s', perSecond(machine => machine.deviceInterrupts)],
  ['timer interrupts', '/s', perSecond(machine => machine.timerInterrupts)],
  ['other interrupts', '/s', perSecond(machine => machine.otherInterrupts)],
  ['device softirqs', '/s', perSecond(machine => machine.softirqs)],
  ['throttle events', '', run => run.machine?.throttled],
  ['clock', 'Hz', run => run.machine?.frequency ?? run.counters?.frequency],
  ['CPU temperature', '°C', run => run.machine?.temperature],
  ['swapped pages', '', run => run.machine?.swappedPages],
  ['some task waited for a CPU', 'share', stalled('cpu')],
  ['some task waited for memory', 'share', stalled('memory')],
  ['some task waited for I/O', 'share', stalled('io')],
]

const rate = (count: number | null, run: RunEvidence) =>
  count === null ? null : count / (run.wallTime / 1e9)

function figure(
  runs: RunEvidence[],
  [name, unit, read]: [string, EvidenceFigure['unit'], FigureReader],
): EvidenceFigure[] {
  const values = runs.map(read).filter(value => value != null && Number.isFinite(value)) as number[]
  if (values.length === 0) return []
  return [{ name, unit, lowest: Math.min(...values), median: median(values), highest: Math.max(...values) }]
}

/** The figures of all runs of a side; null without any evidence. A figure that no run could read is left out. */
export function summariseEvidence(runs: RunEvidence[]): EvidenceSummary | null {
  if (runs.length === 0) return null
  const having = (validity: string) => runs.filter(run => run.judgement?.validity === validity).length
  return {
    runs: runs.length,
    suspect: having('suspect'),
    invalid: having('invalid'),
    repeated: runs.filter(run => run.repeated !== undefined).length,
    figures: FIGURES.flatMap(each => figure(runs, each)),
  }
}

/** One side of a comparison as a report shows it, with revision and testbed of the newest session. */
export function sideSummary(sessions: Session[]): SideSummary {
  return {
    sources: sessions.map(session => session.source),
    sessions: sessions.length,
    revision: sessions[0]?.revision ?? null,
    testbed: sessions[0]?.testbed ?? null,
    evidence: summariseEvidence(sessions.flatMap(session => session.evidence)),
  }
}
