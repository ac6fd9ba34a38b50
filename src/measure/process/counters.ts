// The counters of a run: events for perf_event_open(2), set up as `perf stat` does (disabled until the command is
// executed, inherited by its children), without its start-up time. Layout: include/uapi/linux/perf_event.h.
import type { Counters } from '../../model/index.ts'

type Event = { type: number; config: number; userOnly: boolean }

const HARDWARE = 0
const SOFTWARE = 1

// Up to perf_event_paranoid 2, the kernel's default, everyone may count user mode. The sixth and the last event count
// the kernel as well, and are missing when that is not allowed.
const EVENTS = {
  instructions: { type: HARDWARE, config: 1, userOnly: true },
  cycles: { type: HARDWARE, config: 0, userOnly: true },
  branchMisses: { type: HARDWARE, config: 5, userOnly: true },
  cacheMisses: { type: HARDWARE, config: 3, userOnly: true },
  taskClock: { type: SOFTWARE, config: 1, userOnly: true },
  allCycles: { type: HARDWARE, config: 0, userOnly: false },
  migrations: { type: SOFTWARE, config: 4, userOnly: false },
} satisfies Record<string, Event>

type EventName = keyof typeof EVENTS

const SIZE = 64 // PERF_ATTR_SIZE_VER0
const TIMES = 1n | 2n // PERF_FORMAT_TOTAL_TIME_ENABLED, _RUNNING
const DISABLED_INHERITED_ON_EXEC = 1n | 2n | (1n << 12n)
const WITHOUT_KERNEL_AND_HYPERVISOR = (1n << 5n) | (1n << 6n)

/** One `struct perf_event_attr`, as hexadecimal digits. */
function attribute({ type, config, userOnly }: Event): string {
  const attr = Buffer.alloc(SIZE)
  attr.writeUInt32LE(type, 0)
  attr.writeUInt32LE(SIZE, 4)
  attr.writeBigUInt64LE(BigInt(config), 8)
  attr.writeBigUInt64LE(TIMES, 32)
  const flags = DISABLED_INHERITED_ON_EXEC | (userOnly ? WITHOUT_KERNEL_AND_HYPERVISOR : 0n)
  attr.writeBigUInt64LE(flags, 40)
  return attr.toString('hex')
}

/** The attributes of all events, in the order in which `readCounters` expects their words. */
export const counterAttributes: string[] = Object.values(EVENTS).map(attribute)

/** `count/enabled/running` of one event; null when it was not opened, or had to share its counter. */
function exactCount(word: string | undefined): number | null {
  if (word === undefined || word.startsWith('-')) return null
  const [count = Number.NaN, enabled = 0, running = 0] = word.split('/').map(Number)
  return running < enabled || running === 0 ? null : count
}

/**
 * Reads a word for each event: `count/enabled/running`, or minus the errno of opening it. `counters` is null when the kernel counts
 * nothing here.
 */
export function readCounters(words: string[]): { counters: Counters | null; errors: number[] } {
  const names = Object.keys(EVENTS) as EventName[]
  const of = (name: EventName) => exactCount(words[names.indexOf(name)])
  const [taskClock, allCycles] = [of('taskClock'), of('allCycles')]
  const counters = {
    instructions: of('instructions'),
    cycles: of('cycles'),
    branchMisses: of('branchMisses'),
    cacheMisses: of('cacheMisses'),
    migrations: of('migrations'),
    frequency: taskClock && allCycles ? (allCycles / taskClock) * 1e9 : null,
  }
  const isNothing = Object.values(counters).every(value => value === null) && taskClock === null
  const errors = words.filter(word => word.startsWith('-')).map(word => -Number(word))
  return { counters: isNothing ? null : counters, errors }
}
