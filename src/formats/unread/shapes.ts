// Recognises output for which a pattern is not enough.
import { isObject } from '../json/shape.ts'

function parsed(text: string, begins: string): unknown {
  const trimmed = text.trim()
  if (!trimmed.startsWith(begins)) return null
  try {
    return JSON.parse(trimmed)
  } catch {
    return null
  }
}

const isFull = (values: unknown[]) => values.length > 0

/** `[{"name": "sort", "unit": "ms", "value": 1.2}]`, and nothing else. */
export function isCustomResults(text: string): boolean {
  const rows = parsed(text, '[')
  const isRow = (row: unknown) =>
    isObject(row) &&
    typeof row.name === 'string' &&
    typeof row.unit === 'string' &&
    ['number', 'string'].includes(typeof row.value)
  return Array.isArray(rows) && isFull(rows) && rows.every(isRow)
}

/** `{"sort": {"latency": {"value": 88}}}`, and nothing else. */
export function isBencherMetrics(text: string): boolean {
  const benchmarks = parsed(text, '{')
  if (!isObject(benchmarks)) return false
  const names = ['value', 'lower_value', 'upper_value']
  const isMetric = (metric: unknown) =>
    isObject(metric) &&
    typeof metric.value === 'number' &&
    Object.keys(metric).every(key => names.includes(key))
  const measures = Object.values(benchmarks)
  return (
    isFull(measures) &&
    measures.every(
      each => isObject(each) && isFull(Object.values(each)) && Object.values(each).every(isMetric),
    )
  )
}

/** `cargo bench` whose filter matches nothing: no test and no benchmark ran. `cargo test` has its empty parts too. */
export function ranNoRustBenchmark(text: string): boolean {
  const results = text.match(/^test result: .*/gm) ?? []
  const isEmpty = (result: string) => /: ok\. 0 passed; 0 failed; \d+ ignored; 0 measured;/.test(result)
  return isFull(results) && results.every(isEmpty)
}
