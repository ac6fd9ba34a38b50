// k6 (https://grafana.com/docs/k6/latest/results-output/): the points of --out json, or the summary of --summary-export
// and handleSummary(): its trends, and what it says of the load and of failures.
import type { Format } from '../format.ts'
import { parsePoints } from './points.ts'
import { k6Summary } from './summary.ts'

const POINT = /^\{(?=[^\n]*"type":"Point")(?=[^\n]*"metric":")/m

export const k6: Format = {
  ...k6Summary,
  recognises: text => POINT.test(text) || k6Summary.recognises(text),
  stream: parsePoints,
  parse: (text, source) => parsePoints([Buffer.from(text)], source) ?? k6Summary.parse(text, source),
}
