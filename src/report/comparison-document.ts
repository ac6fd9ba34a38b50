// The JSON report: `stable-bench/comparison@1`.
import { type Comparison, comparisonSchemaName } from '../model/index.ts'

/** The document of a comparison: numbers that JSON cannot hold (an open end of an interval) become null. */
export function renderComparisonDocument(comparison: Comparison): string {
  return `${JSON.stringify({ schema: comparisonSchemaName, ...comparison }, null, 2)}\n`
}
