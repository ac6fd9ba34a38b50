// Reads `stable-bench/samples@1`, the minimal document for anyone's own harness.
import * as z from 'zod'
import { sampleSchema, samplesSchema, samplesSchemaName } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { isRuns } from '../json/shape.ts'
import { readDocument } from './read-document.ts'

/**
 * The schema `sampleSchema` without a copy of the measurements. These are nearly all of a document, and a second copy
 * of a large one does not fit into memory. It accepts the same documents, but its errors say less.
 */
export const sampleFrame = sampleSchema.extend({ runs: z.custom<number[][]>(isRuns) })

const samplesFrame = samplesSchema.extend({ benchmarks: z.array(sampleFrame) })

/** Parses a samples document. Throws an InputError that names the source, the path in it and the reason. */
export function parseSamplesDocument(text: string, source: string): Parsed {
  const document = readDocument(samplesSchema, text, source, samplesFrame)
  return { samples: document.benchmarks, failures: [], warnings: [] }
}

export const samplesFormat: Format = {
  name: 'samples',
  title: samplesSchemaName,
  recognises: text => /"schema"\s*:\s*"stable-bench\/samples@/.test(text.slice(0, 4096)),
  parse: parseSamplesDocument,
}
