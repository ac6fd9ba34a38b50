// How a session was asked to be measured, and by which clock: a part of `stable-bench/result@1`.
import * as z from 'zod'
import { amount, count, text } from './fields.ts'

const clockSchema = z.object({
  name: text,
  /** The least that this clock can show, in nanoseconds. */
  floorWallTime: amount.describe(
    'The wall time of `true` behind the same wrappers and shell; in no measurement subtracted.',
  ),
  /** In bytes. */
  floorPeakMemory: amount.nullable(),
  /** Wrappers, the clock's own start and our share, in nanoseconds. */
  outside: amount.describe('The time that a run takes besides its wall time.'),
  counters: z.enum(['hardware', 'software', 'none']),
  /** Why there are no hardware counters; null where there are. */
  countersReason: text.nullable(),
})

/** How processes were timed. Nothing of it is subtracted from any measurement. */
export type ClockFacts = z.infer<typeof clockSchema>

/** The most shards of a suite, since a publish job reads no more legs: see ../../github/api/budget.ts. */
export const mostShards = 40

const shardNumber = z.number().int().min(1).max(mostShards)

export const planSchema = z.object({
  command: text.describe(
    'In a job of the action as its workflow file has it, with expressions; empty where it was not found there.',
  ),
  runs: count,
  looks: z
    .array(count)
    .optional()
    .describe('Runs per side at each planned look at both sides, where several were planned.'),
  warmupRuns: count,
  tool: text,
  cpus: text.nullable(),
  numaNode: text.nullable(),
  aslr: z.enum(['on', 'off']),
  clock: clockSchema.optional(),
  /** Each time is the difference between 2n and n. */
  delta: count.optional().describe('The n of `{n}`; a run is a pair of processes with n and 2n.'),
  ownBinary: z
    .boolean()
    .optional()
    .describe(
      'Whether the command runs machine code that was linked here: below its directory, or by the job.',
    ),
  layouts: z
    .array(count)
    .optional()
    .describe(
      'What stood for `{layout}` in each build; run i was of build i, and again from the first on after the last.',
    ),
  /** The names that stood in place of `{benchmark}` in the command. */
  benchmarks: z.array(text).optional(),
  shard: z
    .object({
      number: shardNumber,
      of: shardNumber,
      deal: text.describe(
        'A digest of which benchmark is in which shard: shards with the same one are of one whole.',
      ),
      costs: count
        .optional()
        .describe(
          'The id of the artifact with the costs that the benchmarks were dealt by; without, by count.',
        ),
    })
    .optional()
    .describe('Which shard of the suite this job measured; `number` counts from 1.'),
  coolDownSeconds: count.optional(),
  prepare: text.optional().describe('The text that bash ran before each process, outside of the clock.'),
  seed: count.optional().describe('Decided which side went first in each round; see `order`.'),
  duet: z
    .boolean()
    .optional()
    .describe(
      'Both sides ran at the same time: the one that `order` has first on the first CPU of `cpus`; services share all of them.',
    ),
  service: z
    .object({
      warmUpSeconds: amount.describe('How long a new service got load that did not count.'),
      loadCpus: text.nullable().describe('The CPUs of the load; null where it was not pinned.'),
    })
    .optional()
    .describe('Each run started a service anew, and the command put it under load.'),
  chosenBecause: text
    .optional()
    .describe(
      'Why the job chose to measure both sides as it did, and how to choose otherwise; absent where that was set.',
    ),
  cache: z.enum(['warm', 'cold']),
  evictedBytes: count
    .optional()
    .describe('With a cold cache: what was read on each CPU before each process.'),
  priority: text.describe('Nice level or policy of the benchmark, in words.'),
  attached: z.boolean().describe('Whether each run was moved onto the CPUs that the runner hooks isolated.'),
  /** With bash, the numbers include 1.4 ms and 3 MiB of it. */
  shell: z
    .enum(['bash', 'none'])
    .describe(
      'The program that started a command given as text; the numbers of bash are in those of the runs.',
    ),
  lockMemory: z.boolean().optional().describe('Whether the limit on locked memory was raised.'),
})

/** How a session was asked to be measured. */
export type Plan = z.infer<typeof planSchema>
