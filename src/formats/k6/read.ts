// k6 (https://grafana.com/docs/k6/latest/results-output/): the points of --out json, or the summary of --summary-export
// and handleSummary(): its trends, and what it says of the load and of failures.
import type { Format, Parsed } from '../format.ts'
import { parsePoints } from './points.ts'
import { isSummary, parseRunSummaries } from './summary.ts'

const POINT = /^\{(?=[^\n]*"type":"Point")(?=[^\n]*"metric":")/m

export const k6: Format = {
  name: 'k6',
  title: 'k6 --out json or --summary-export',
  recognises: text => POINT.test(text) || isSummary(text),
  stream: parsePoints,
  parse: (text, source): Parsed =>
    parsePoints([Buffer.from(text)], source) ?? parseRunSummaries(text, source),
}
