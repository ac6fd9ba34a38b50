// The kernel's account of each run. The judgement of how far a run can be trusted rests on it.
import * as z from 'zod'
import { amount, count, text } from './fields.ts'
import { warningSchema } from './sample.ts'

const countersSchema = z.object({
  instructions: amount.nullable().describe('This and the next three: user mode only.'),
  cycles: amount.nullable(),
  branchMisses: amount.nullable(),
  cacheMisses: amount.nullable(),
  migrations: amount.nullable(),
  /** All cycles over the time on a CPU. */
  frequency: amount.nullable().describe('Hertz.'),
})

/**
 * The kernel's counts of one run and everything that it started; null for those that this machine does not have. In
 * user mode any user may count, and interrupts do not disturb the counts.
 */
export type Counters = z.infer<typeof countersSchema>

const stallSchema = z.object({ some: amount.nullable(), full: amount.nullable() })

/** Nanoseconds in which some, or all, of the machine's tasks waited for a resource. */
export type Stall = z.infer<typeof stallSchema>

const pressureSchema = stallSchema.nullable()

const machineSchema = z.object({
  window: amount.describe('From just before the process to just after it.'),
  cpus: count,
  pinned: z.boolean(),
  /** Taken by the hypervisor for other guests. */
  steal: amount.nullable(),
  foreignTime: amount.nullable().describe('Busy on the pinned CPUs, and not with the run.'),
  /** Where the run was not pinned, the use of all CPUs without that of the run. */
  outsideShare: amount.nullable().describe('The share of the other CPUs that was busy.'),
  deviceInterrupts: amount.nullable(),
  timerInterrupts: amount.nullable(),
  /** Interrupts from one CPU to another: wake-ups, function calls, TLB shootdowns. */
  otherInterrupts: amount.nullable(),
  softirqs: amount.nullable().describe('Work that devices left to be done.'),
  /** Events in which the CPUs or their package slowed down for heat. */
  throttled: amount.nullable(),
  /** The frequency counted in the run, or else the one that the driver gave at its end. */
  frequency: amount.nullable().describe('Hertz.'),
  /** The hottest CPU sensor at the end of the run. */
  temperature: z.number().nullable().describe('Degrees Celsius.'),
  swappedPages: amount.nullable().describe('Counted on the whole machine.'),
  pressure: z
    .object({ cpu: pressureSchema, memory: pressureSchema, io: pressureSchema })
    .describe('Measured on the whole machine.'),
})

/** The machine during a run, on the CPUs that it was pinned to, or on all. Times in nanoseconds; null where it does not say. */
export type MachineEvidence = z.infer<typeof machineSchema>

const judgementSchema = z.object({
  validity: z.enum(['valid', 'suspect', 'invalid']),
  reasons: z.array(warningSchema),
})

/** How far a run can be trusted, and the reasons against it. */
export type Judgement = z.infer<typeof judgementSchema>
export type Validity = Judgement['validity']

export const evidenceSchema = z.object({
  startedAt: text,
  wallTime: amount.describe('Nanoseconds, as all times here.'),
  userTime: amount,
  systemTime: amount,
  peakMemory: amount.nullable().describe('Bytes; the largest process of the run.'),
  voluntarySwitches: amount.nullable(),
  involuntarySwitches: amount.nullable(),
  minorFaults: amount.nullable(),
  majorFaults: amount.nullable(),
  counters: countersSchema.optional(),
  load: z
    .object({ cpuTime: amount.describe('User and system time.') })
    .optional()
    .describe(
      'What put a service under load. The wall time is that of the load, and all else is of the service.',
    ),
  benchmark: text.optional().describe('The name in place of `{benchmark}`.'),
  n: count.optional().describe('The number in place of `{n}`.'),
  /** The machine was the reason to give up the first attempt, and never its result. */
  repeated: text.optional().describe('Why the run was repeated.'),
  machine: machineSchema.nullish().describe('The activity of the machine meanwhile, on the CPUs of the run.'),
  judgement: judgementSchema.optional(),
})

/** The figures that the kernel accounted to one process of a run; null for those that cannot be read. */
export type RunEvidence = z.infer<typeof evidenceSchema>

/** What processes used of the machine, however long that took. */
export type ProcessUse = Omit<RunEvidence, 'startedAt' | 'wallTime'>

/** The time, memory and counts that one process took, or one operation in it. */
export type ProcessFigures = Pick<RunEvidence, 'wallTime' | 'userTime' | 'systemTime' | 'peakMemory'> &
  Partial<Pick<Counters, 'instructions' | 'cycles' | 'branchMisses' | 'cacheMisses'>>

const figureSchema = z.object({
  name: z.string(),
  unit: z.string().describe('`share` is a fraction; empty, a count per run.'),
  lowest: z.number(),
  median: z.number(),
  highest: z.number(),
})

/** One kind of evidence over the runs of a side. */
export type EvidenceFigure = z.infer<typeof figureSchema>

export const evidenceSummarySchema = z.object({
  runs: z.number().int(),
  suspect: z.number().int(),
  invalid: z.number().int(),
  repeated: z.number().int().describe('Made again for the sake of the machine.'),
  figures: z.array(figureSchema),
})

/** The evidence of a side: how many runs were doubtful or repeated, and the figures that were read. */
export type EvidenceSummary = z.infer<typeof evidenceSummarySchema>

/** How often each of `codes` occurs, the most common first. */
export function codeCounts(codes: string[]): [code: string, count: number][] {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}

/** The codes of the reasons against a run. */
export const doubtCodes = ({ judgement }: RunEvidence): string[] =>
  (judgement?.reasons ?? []).map(({ code }) => code)

const DOUBT_NAMES = new Map([
  ['steal', 'stolen CPU time'],
  ['foreign-load', 'foreign load'],
  ['involuntary-switches', 'involuntary switches'],
  ['throttled', 'throttling'],
  ['swapped', 'swapping'],
  ['memory-stall', 'waiting for memory'],
  ['little-memory', 'little memory'],
  ['device-interrupts', 'device interrupts'],
  ['migrated', 'migrations'],
  ['major-faults', 'major faults'],
])

/** The name of a reason for doubt in a list; a code of another version stands for itself. */
export const doubtName = (code: string): string => DOUBT_NAMES.get(code) ?? code
