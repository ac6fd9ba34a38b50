// kotlinx-benchmark (https://github.com/Kotlin/kotlinx-benchmark) on Native, JavaScript and WebAssembly: its report is like that of
// JMH, without a version. On the JVM it has JMH write the report, so that it is in that format.
import { jsonFormat } from '../json/own-documents.ts'
import { isListOf, isObject } from '../json/shape.ts'
import { parseResults } from './jmh.ts'

const HINT = 'give the file build/reports/benchmarks/*/*/TARGET.json, with reportFormat = "json"'

/** JMH has a version in each result, and other tools that write such lists have the size of a batch. */
const isResult = (value: unknown) =>
  isObject(value) &&
  isObject(value.primaryMetric) &&
  'measurementTime' in value &&
  !('jmhVersion' in value) &&
  !('measurementBatchSize' in value)

export const kotlinxBenchmark = jsonFormat({
  name: 'kotlinx-benchmark',
  title: 'kotlinx-benchmark',
  keys: ['benchmark', 'measurementTime', 'primaryMetric'],
  isOwn: isListOf(isResult),
  hint: HINT,
  read: (results, source) => parseResults(results, source, HINT),
})
