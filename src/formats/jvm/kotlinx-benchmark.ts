// kotlinx-benchmark (https://github.com/Kotlin/kotlinx-benchmark) on Native, JavaScript and WebAssembly: its report is like that of
// JMH, without a version. On the JVM it has JMH write the report, so that it is in that format.
import type { Format } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject } from '../json/shape.ts'
import { hasDocument } from '../json/tolerant.ts'
import { parseResults } from './jmh.ts'

const HINT = 'give the file build/reports/benchmarks/*/*/TARGET.json, with reportFormat = "json"'

/** JMH has a version in each result, and other tools that write such lists have the size of a batch. */
const isResult = (value: unknown) =>
  isObject(value) &&
  isObject(value.primaryMetric) &&
  'measurementTime' in value &&
  !('jmhVersion' in value) &&
  !('measurementBatchSize' in value)

const isList = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isResult)

const recognises = (text: string) =>
  ['benchmark', 'measurementTime', 'primaryMetric'].every(key => hasKey(text, key)) &&
  hasDocument(text, isList)

export const kotlinxBenchmark: Format = {
  name: 'kotlinx-benchmark',
  title: 'kotlinx-benchmark',
  recognises,
  parse: (text, source) =>
    parsedDocuments(text, source, { recognises, hint: HINT }, (results, where) =>
      parseResults(results, where, HINT),
    ),
}
