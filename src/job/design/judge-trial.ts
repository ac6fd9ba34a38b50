// Whether two versions may be measured at the same time, by one warm-up run of each alone and one beside the other. These
// runs count for nothing else. CPU time shows whether they compete for memory or a cache, as other programs on the machine
// do not change it; time on no CPU shows whether one waits for the other.
import { fullRunName, type Side } from '../../measure/runs/schedule.ts'
import type { RunEvidence } from '../../model/index.ts'
import type { JobRecord } from '../record.ts'

/** Why a duet is worth a try on a machine. */
export type Trigger = 'virtual' | 'busy'
export type Limits = Record<Trigger, number>

/**
 * Versions that take this many times as much CPU time beside each other are measured in turns. A busy machine gains more by a
 * duet, and its runs vary more. bench/duet/choice finds both limits.
 */
export const COMPETES: Limits = { virtual: 1.15, busy: 1.5 }
/** So are those of which one waits longer by this share of a run, and by more than ticks can hide. */
const WAITS = 0.25

/** Nanoseconds by which a process differs from run to run whatever it does: its start, and the ticks of its CPU. */
const GRAIN = { cpu: 1e6, idle: 30e6 }

/** What a version took beside the other: times as much CPU time, and more time on no CPU than the nanoseconds alone. */
export type RunBeside = { side: Side; benchmark?: string; competes: number; waits: number; took: number }

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** The CPU time of the processes of a run, in nanoseconds. */
export const cpuOf = (evidence: RunEvidence[]): number =>
  sum(evidence.map(each => each.userTime + each.systemTime))

/** The time in which the one CPU of these processes did nothing; null where the machine does not say. */
function idleOf(evidence: RunEvidence[]): number | null {
  const others = evidence.map(({ machine }) => machine?.foreignTime ?? null)
  if (others.includes(null)) return null
  const stolen = sum(evidence.map(({ machine }) => machine?.steal ?? 0))
  const idle = sum(evidence.map(each => each.wallTime)) - cpuOf(evidence) - sum(others.map(Number)) - stolen
  return Math.max(0, idle)
}

/** The runs beside the other side, each with the same one alone: of a template one for each benchmark. */
export function triedRuns({ solo, beside }: Pick<JobRecord, 'solo' | 'beside'>): RunBeside[] {
  return beside.flatMap(({ planned, evidence }) => {
    const { side, benchmark } = planned
    const alone = solo.find(each => each.planned.side === side && each.planned.benchmark === benchmark)
    if (alone === undefined) throw new Error(`${fullRunName(planned)} was not made alone`)
    const [before, now] = [cpuOf(alone.evidence), cpuOf(evidence)]
    const [idleBefore, idle] = [idleOf(alone.evidence), idleOf(evidence)]
    const waits = idle === null || idleBefore === null ? 0 : Math.max(0, idle - idleBefore)
    const took = sum(alone.evidence.map(each => each.wallTime))
    const competes = Math.abs(now - before) > GRAIN.cpu ? now / before : 1
    return [{ side, ...(benchmark === undefined ? {} : { benchmark }), competes, waits, took }]
  })
}

/**
 * How many times as much CPU time both versions took, of a template those of the benchmark that took most. It is the mean of
 * both sides, as what slows one of them slows the other, too, and either varies by chance.
 */
function competesOf(tried: RunBeside[]): number {
  const names = [...new Set(tried.map(({ benchmark }) => benchmark))]
  const means = names.map(name => {
    const own = tried.filter(({ benchmark }) => benchmark === name)
    return Math.exp(sum(own.map(({ competes }) => Math.log(competes))) / own.length)
  })
  return Math.max(...means)
}

/** Why versions that were `tried` must be measured in turns; null where both may run at the same time. */
export function whyInTurns(tried: RunBeside[], trigger: Trigger, limits = COMPETES): string | null {
  const competes = competesOf(tried)
  if (competes >= limits[trigger])
    return (
      `beside each other both versions took ${competes.toFixed(2)} times as much CPU time as alone: ` +
      'they compete for memory or a shared cache'
    )
  const waiting = tried.find(({ waits, took }) => waits > Math.max(GRAIN.idle, WAITS * took))
  if (waiting === undefined) return null
  const waited = Number((waiting.waits / 1e9).toPrecision(2))
  return `beside the other version the ${waiting.side} waited ${waited} s more: both need something that only one can have`
}

/** How much longer the versions took beside each other, where they do not compete. */
export function tookBeside(tried: RunBeside[]): string {
  const competes = competesOf(tried)
  const much = competes < 1.005 ? 'no more CPU time than' : `${competes.toFixed(2)} times as much CPU time as`
  return `beside each other both versions took ${much} alone`
}
