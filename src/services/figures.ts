// What the processes of a service have used, and the part of it that belongs to one run.

import { readCounters } from '../measure/process/counters.ts'
import type { Counters, ProcessUse } from '../model/index.ts'

/** The numbers of the keeper in their order. */
const FIGURES = [
  ...(['cpuTime', 'userTicks', 'systemTicks', 'minorFaults', 'majorFaults'] as const),
  ...(['voluntarySwitches', 'involuntarySwitches', 'peakMemory'] as const),
]

type Figures = Record<(typeof FIGURES)[number], number>

/**
 * Sums over all processes of a service since its start. `cpuTime` in nanoseconds, ticks in 10 ms, `peakMemory` in bytes: the
 * largest process since the peaks were forgotten. `counters` has a word for each event, as the bracket's report has.
 */
export type ServiceFigures = Figures & { counters: string[] }

/** Reads a line of the keeper; null for any other. */
export function readFigures(line: string): ServiceFigures | null {
  const [word, ...words] = line.split(' ')
  const numbers = FIGURES.map((_, i) => Number(words[i]))
  if (word !== 'figures' || !numbers.every(Number.isFinite)) return null
  const figures = Object.fromEntries(FIGURES.map((name, i) => [name, numbers[i]])) as Figures
  return { ...figures, peakMemory: figures.peakMemory * 1024, counters: words.slice(FIGURES.length) }
}

/** A word of the kernel's count between two reads; that of the error where the event was not opened. */
function grownWord(before: string | undefined, after: string): string {
  if (before === undefined || after.startsWith('-')) return after
  const [from, to] = [before, after].map(word => word.split('/').map(Number))
  return (to ?? []).map((value, i) => Math.max(0, value - (from?.[i] ?? 0))).join('/')
}

const grownCounters = (before: ServiceFigures, after: ServiceFigures): Counters | null =>
  readCounters(after.counters.map((word, i) => grownWord(before.counters[i], word))).counters

/** The kernel's account of a service between two reads, as that of a process. Threads that have ended take their switches along. */
export function usedBetween(before: ServiceFigures, after: ServiceFigures): ProcessUse {
  const grown = (key: keyof Figures) => Math.max(0, after[key] - before[key])
  const [user, system] = [grown('userTicks'), grown('systemTicks')]
  const cpuTime = grown('cpuTime')
  // Ticks say how the time divides, and the clock how much it is.
  const userTime = Math.round(user + system === 0 ? cpuTime : (cpuTime * user) / (user + system))
  const counters = grownCounters(before, after)
  return {
    userTime,
    systemTime: cpuTime - userTime,
    peakMemory: after.peakMemory,
    voluntarySwitches: grown('voluntarySwitches'),
    involuntarySwitches: grown('involuntarySwitches'),
    minorFaults: grown('minorFaults'),
    majorFaults: grown('majorFaults'),
    ...(counters !== null && { counters }),
  }
}
