// `stable-bench/result@1`: one session: samples plus revision, testbed, plan, order, evidence and warnings.
import * as z from 'zod'
import { type Session, settingsOf } from '../../model/index.ts'
import { checkSamples } from '../check-samples.ts'
import { readDocument } from './read.ts'
import { sampleFrame, sampleSchema } from './samples.ts'

export const resultSchemaName = 'stable-bench/result@1'

const LONGEST = 10_000
const text = z.string().max(LONGEST)
const count = z.number().int().nonnegative()
const amount = z.number().nonnegative()

const warningSchema = z.object({ code: text, message: text })

const revisionSchema = z.object({
  commit: text.nullable(),
  ref: text.nullable(),
  dirty: z.boolean().nullable().describe('Whether tracked files differed from the commit.'),
  repository: text.optional().describe('The owner/name that was checked out, as far as its origin says.'),
})

const knobResultSchema = z.object({
  knob: text,
  status: text,
  required: z.boolean(),
  targets: count,
  target: text.describe('The first of them.'),
  reason: text,
})

const tuningSchema = z.object({
  kit: text,
  generation: count,
  benchmarkCpus: text,
  set: count.describe('Targets that hold what was wanted.'),
  checked: count.describe('Those of them that this process read again for itself.'),
  unset: z.array(knobResultSchema).describe('Everything that is not as it was wanted.'),
})

const testbedSchema = z.object({
  grade: z.enum(['tuned', 'degraded', 'untuned']),
  gradeReason: text,
  fingerprint: text.describe('Digest of the facts that must match before sessions may be compared.'),
  shownFingerprint: text.optional().describe('Digest of all other facts.'),
  facts: z.record(text, text),
  tuning: tuningSchema
    .optional()
    .describe("The runner hooks' receipt in short, where it holds for this job."),
})

const clockSchema = z.object({
  name: text,
  floorWallTime: amount.describe(
    'What `true` takes behind the same wrappers and shell; in no measurement subtracted.',
  ),
  floorPeakMemory: amount.nullable(),
  outside: amount.describe('What a run takes besides its wall time.'),
  counters: z.enum(['hardware', 'software', 'none']),
  countersReason: text.nullable(),
})

const planSchema = z.object({
  command: text,
  runs: count,
  warmupRuns: count,
  tool: text,
  cpus: text.nullable(),
  numaNode: text.nullable(),
  aslr: z.enum(['on', 'off']),
  clock: clockSchema.optional(),
  delta: count.optional().describe('The n of `{n}`; a run is a pair of processes with n and 2n.'),
  benchmarks: z.array(text).optional(),
  coolDownSeconds: count.optional(),
  cache: z.enum(['warm', 'cold']).optional(),
  priority: text.optional().describe('Nice level or policy of the benchmark, in words.'),
  attached: z
    .boolean()
    .optional()
    .describe('Whether each run was moved onto the CPUs that the runner hooks isolated.'),
  shell: z
    .enum(['bash', 'none'])
    .optional()
    .describe('What started a command given as text; the numbers of bash are in those of the runs.'),
  lockMemory: z.boolean().optional().describe('Whether the limit on locked memory was raised.'),
})

const countersSchema = z.object({
  instructions: amount.nullable().describe('This and the next three: user mode only.'),
  cycles: amount.nullable(),
  branchMisses: amount.nullable(),
  cacheMisses: amount.nullable(),
  migrations: amount.nullable(),
  frequency: amount.nullable().describe('Hertz.'),
})

const stallSchema = z.object({ some: amount.nullable(), full: amount.nullable() }).nullable()

const machineSchema = z.object({
  window: amount.describe('From just before the process to just after it.'),
  cpus: count,
  pinned: z.boolean(),
  steal: amount.nullable(),
  foreignTime: amount.nullable().describe('Busy on the pinned CPUs, and not with the run.'),
  outsideShare: amount.nullable().describe('The share of the other CPUs that was busy.'),
  deviceInterrupts: amount.nullable(),
  timerInterrupts: amount.nullable(),
  otherInterrupts: amount.nullable(),
  softirqs: amount.nullable().describe('Work that devices left to be done.'),
  throttled: amount.nullable(),
  frequency: amount.nullable().describe('Hertz.'),
  temperature: z.number().nullable().describe('Degrees Celsius.'),
  swappedPages: amount.nullable().describe('Of the whole machine.'),
  pressure: z
    .object({ cpu: stallSchema, memory: stallSchema, io: stallSchema })
    .describe('Of the whole machine.'),
})

const judgementSchema = z.object({
  validity: z.enum(['valid', 'suspect', 'invalid']),
  reasons: z.array(warningSchema),
})

const evidenceSchema = z.object({
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
  benchmark: text.optional().describe('What `{benchmark}` stood for.'),
  n: count.optional().describe('What `{n}` stood for.'),
  repeated: text.optional().describe('Why the run was made twice.'),
  machine: machineSchema.nullish().describe('What the machine did meanwhile, on the CPUs of the run.'),
  judgement: judgementSchema.optional(),
})

export const resultSchema = z.object({
  schema: z.literal(resultSchemaName),
  suite: text.nullable(),
  tool: text.nullable(),
  revision: revisionSchema.nullable(),
  testbed: testbedSchema.nullable(),
  plan: planSchema.nullable(),
  order: z.array(count).nullable().describe('Position of each run among all runs of the job, both sides.'),
  evidence: z
    .array(evidenceSchema)
    .describe('One entry per process, in run order: one per run unless the command is a template.'),
  warnings: z.array(warningSchema),
  failures: z.array(z.object({ name: text, reason: text })),
  benchmarks: z.array(sampleSchema),
})

const resultFrame = resultSchema.extend({ benchmarks: z.array(sampleFrame) })

/** Documents of earlier versions have the settings in their plan only. Their fingerprint stays: it is in names. */
function withSettings({ testbed, plan }: Pick<Session, 'testbed' | 'plan'>): Session['testbed'] {
  if (testbed === null || plan === null) return testbed
  return { ...testbed, facts: { ...settingsOf(plan), ...testbed.facts } }
}

/** Parses a result document. Throws an InputError that names the source, the path in it and the reason. */
export function parseResultDocument(json: string, source: string): Session {
  const { schema: _, ...session } = readDocument(resultSchema, json, source, resultFrame)
  const checked = checkSamples(
    { samples: session.benchmarks, failures: session.failures, warnings: session.warnings },
    source,
  )
  return { ...session, source, testbed: withSettings(session), benchmarks: checked.samples }
}

/** At most as long as the reader takes it, and no half of a surrogate pair at the end. */
function cut(said: string): string {
  return said.length > LONGEST ? `${said.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : said
}

/**
 * The document that `parseResultDocument` reads back to the same session. Texts of more than 10,000 characters, the last
 * words of a process for example, end in an ellipsis.
 */
export function renderResultDocument({ source: _, benchmarks, ...session }: Session): string {
  const cutTexts = (_: string, value: unknown) => (typeof value === 'string' ? cut(value) : value)
  const about = JSON.parse(JSON.stringify(session, cutTexts))
  // Measurements are nearly all of a document: they are not visited one by one.
  const named = benchmarks.map(sample => ({ ...sample, name: cut(sample.name) }))
  return `${JSON.stringify({ schema: resultSchemaName, ...about, benchmarks: named })}\n`
}

export const isResultDocument = (json: string) =>
  /"schema"\s*:\s*"stable-bench\/result@/.test(json.slice(0, 4096))
