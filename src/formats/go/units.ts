// What a unit of Go's benchmark format says of its metric. Refuses to guess a direction that is not certain.
import type { Better } from '../../model/index.ts'

const BUILT_IN = new Map<string, { metric: string; better: Better }>([
  ['ns/op', { metric: 'time', better: 'lower' }],
  ['B/op', { metric: 'allocated-bytes', better: 'lower' }],
  ['allocs/op', { metric: 'allocations', better: 'lower' }],
  ['MB/s', { metric: 'throughput', better: 'higher' }],
])

/** The metric that is measured in `unit`, custom ones by the unit itself; null when its direction is unknown. */
export function metricOf(
  unit: string,
  directions: Map<string, Better>,
): { metric: string; better: Better } | null {
  const known = BUILT_IN.get(unit)
  const declared = directions.get(unit)
  if (known) return { metric: known.metric, better: declared ?? known.better }
  const better = declared ?? (unit.endsWith('/op') ? 'lower' : undefined)
  return better ? { metric: unit, better } : null
}

/** Whether go test itself reports values in `unit`. */
export function isBuiltIn(unit: string): boolean {
  return BUILT_IN.has(unit)
}
