// `stable-bench/samples@1`: the minimal document for anyone's own harness, and a format of its own.
import * as z from 'zod'
import type { Parsed } from '../format.ts'
import { isRuns } from '../json/shape.ts'
import { readDocument } from './read.ts'

export const samplesSchemaName = 'stable-bench/samples@1'

/** In characters. What is longer is refused before it is stored: see check-samples.ts. */
export const longest = { name: 10_000, metric: 200, unit: 50 } as const

export const sampleSchema = z.object({
  name: z.string().min(1).max(longest.name).describe('The benchmark.'),
  metric: z
    .string()
    .min(1)
    .max(longest.metric)
    .describe('What was measured; name and metric identify an entry.'),
  unit: z.string().max(longest.unit).describe('For example ns, ms, s, B, MiB, ns/op.'),
  better: z.enum(['lower', 'higher']).describe('Which direction is good.'),
  runs: z
    .array(z.array(z.number()).min(1))
    .min(1)
    .describe('One inner list per run (fresh process), in execution order: its measurements.'),
})

/**
 * What `sampleSchema` accepts, but the measurements are looked at and not copied: they are nearly all of a document,
 * and a second copy of a large one does not fit. Its refusals say less.
 */
export const sampleFrame = sampleSchema.extend({ runs: z.custom<number[][]>(isRuns) })

export const samplesSchema = z.object({
  schema: z.literal(samplesSchemaName),
  benchmarks: z.array(sampleSchema).describe('The first metric listed for a benchmark is its primary one.'),
})

const samplesFrame = samplesSchema.extend({ benchmarks: z.array(sampleFrame) })

/** Parses a samples document. Throws an InputError that names the source, the path in it and the reason. */
export function parseSamplesDocument(text: string, source: string): Parsed {
  const document = readDocument(samplesSchema, text, source, samplesFrame)
  return { samples: document.benchmarks, failures: [], warnings: [] }
}

export const samplesFormat = {
  name: 'samples',
  title: samplesSchemaName,
  recognises: (text: string) => /"schema"\s*:\s*"stable-bench\/samples@/.test(text.slice(0, 4096)),
  parse: parseSamplesDocument,
}
