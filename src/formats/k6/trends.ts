// Finds the unit of a trend of k6, and the trends that are left out.

import type { Warning } from '../../model/index.ts'
import { firstTen } from '../format.ts'
import { NO_DIRECTION } from '../output-problems.ts'

/** Parts of a request that are mostly 0, since connections are kept. */
const PARTS = /^(?:http_req|ws|browser_http_req)_(?:blocked|connecting|tls_handshaking|sending|receiving)\b/

/** Whether a trend is left out without a word. */
export const isPart = (trend: string) => PARTS.test(trend)

/** The unit for what a trend `contains`; null for a plain number, whose direction nothing says. */
export function unitOf(contains: unknown): string | null {
  if (contains === 'time') return 'ms'
  return contains === 'data' ? 'B' : null
}

/** The warning that names trends without a unit. */
export function withoutUnit(trends: Iterable<string>): Warning[] {
  const names = [...trends]
  if (names.length === 0) return []
  const what = `trends of k6 left out, since ${NO_DIRECTION}`
  const remedy = 'make those of times with new Trend(name, true), or print them as stable-bench/samples@1'
  return [{ code: 'k6-trend-left-out', message: `${what}: ${firstTen(names)}; ${remedy}` }]
}
