// Reads `stable-bench/samples@1`, the minimal document for anyone's own harness.
import * as z from 'zod'
import { readSampleSchema, samplesSchema, samplesSchemaName } from '../../model/index.ts'
import type { Parsed } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isRuns } from '../json/shape.ts'
import { checkDocument, readLargeDocument } from './read-document.ts'

/**
 * The schema `readSampleSchema` without a copy of the measurements. These are nearly all of a document, and a second copy
 * of a large one does not fit into memory. It accepts the same documents, but its errors say less.
 */
export const sampleFrame = readSampleSchema.extend({ runs: z.custom<number[][]>(isRuns) })

const samplesFrame = samplesSchema.extend({ benchmarks: z.array(sampleFrame) })

/** All but the first of a long list of numbers, which are nearly all of a document. */
const MORE_NUMBERS = /(?:,\s*\d[\d.eE+-]*){10,1000}/g

const withoutOwn = (text: string) => text.replaceAll(MORE_NUMBERS, '')

const parsed = ({ benchmarks }: z.infer<typeof samplesSchema>): Parsed => ({
  samples: benchmarks,
  failures: [],
  warnings: [],
})

export const samplesFormat = jsonFormat({
  name: 'samples',
  title: samplesSchemaName,
  keys: ['schema'],
  sign: /"schema"\s*:\s*"stable-bench\/samples@/,
  withoutOwn,
  stream: chunks => {
    const document = readLargeDocument(samplesFrame, chunks)
    return document && parsed(document)
  },
  read: (document, source) => parsed(checkDocument(samplesSchema, document, source, samplesFrame)),
})
