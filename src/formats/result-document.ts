// `stable-bench/result@1`: one session: samples plus revision, testbed, plan, order, evidence and warnings.
import * as z from 'zod'
import type { Session } from '../model.ts'
import { checkSamples } from './check-samples.ts'
import { readDocument } from './read-document.ts'
import { sampleSchema } from './samples-document.ts'

export const resultSchemaName = 'stable-bench/result@1'

const text = z.string().max(10_000)
const count = z.number().int().nonnegative()
const amount = z.number().nonnegative()

const warningSchema = z.object({ code: text, message: text })

const revisionSchema = z.object({
  commit: text.nullable(),
  ref: text.nullable(),
  dirty: z.boolean().nullable().describe('Whether tracked files differed from the commit.'),
})

const testbedSchema = z.object({
  grade: z.enum(['tuned', 'degraded', 'untuned']),
  gradeReason: text,
  fingerprint: text.describe('Digest of the facts that must match before sessions may be compared.'),
  facts: z.record(text, text),
})

const planSchema = z.object({
  command: text,
  runs: count,
  warmupRuns: count,
  tool: text,
  cpus: text.nullable(),
  numaNode: text.nullable(),
  aslr: z.enum(['on', 'off']),
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
})

export const resultSchema = z.object({
  schema: z.literal(resultSchemaName),
  suite: text.nullable(),
  tool: text.nullable(),
  revision: revisionSchema.nullable(),
  testbed: testbedSchema.nullable(),
  plan: planSchema.nullable(),
  order: z.array(count).nullable().describe('Position of each run among all runs of the job, both sides.'),
  evidence: z.array(evidenceSchema).describe('One entry per run, in run order.'),
  warnings: z.array(warningSchema),
  failures: z.array(z.object({ name: text, reason: text })),
  benchmarks: z.array(sampleSchema),
})

/** Parses a result document. Throws an InputError that names the source, the path in it and the reason. */
export function parseResultDocument(json: string, source: string): Session {
  const { schema: _, ...session } = readDocument(resultSchema, json, source)
  const checked = checkSamples(
    { samples: session.benchmarks, failures: session.failures, warnings: session.warnings },
    source,
  )
  return { ...session, source, benchmarks: checked.samples }
}

/** The document that `parseResultDocument` reads back to the same session. */
export function renderResultDocument({ source: _, ...session }: Session): string {
  return `${JSON.stringify({ schema: resultSchemaName, ...session })}\n`
}

export const isResultDocument = (json: string) =>
  /"schema"\s*:\s*"stable-bench\/result@/.test(json.slice(0, 4096))
