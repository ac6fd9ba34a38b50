// The rows of what a service itself used: the load generator's come from its output, and stand beside them in a session.
import type { Sample } from './documents/sample.ts'

/** The benchmark of these rows. In a session its name is behind that of the suite's benchmark, if there is one. */
export const SERVICE = 'service'

/** The unit of what was used for each request that was answered. */
export const unitPerRequest = (unit: string): string => `${unit}/request`

const isPerRequest = (unit: string) => unit.endsWith(unitPerRequest(''))

/** Whether a row says what a service used; a load may call a benchmark the same, but counts nothing by request. */
export const isOfService = ({ name, metric, unit }: Pick<Sample, 'name' | 'metric' | 'unit'>): boolean =>
  (name === SERVICE || name.endsWith(`/${SERVICE}`)) && (isPerRequest(unit) || metric === 'peak-memory')
