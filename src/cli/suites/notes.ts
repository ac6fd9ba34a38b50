// The warnings of a report on suites that are about all of them.
import type { Policy, Warning } from '../../model/index.ts'
import type { Config } from '../../policy/config-schema.ts'
import { configChanges } from '../../policy/make-policy.ts'
import { describedSuites } from '../../policy/suites.ts'
import { isCompared, type Section } from '../../report/sections/report.ts'
import { policyDoubts } from '../policy.ts'
import type { SuitesSource } from './source.ts'

/** What the candidate would change in how it is judged, and what the base commit does not say. */
export function judgingNotes(base: Config, { path, config }: SuitesSource): Warning[] {
  const changes = configChanges(base, config, path, 'the candidate')
  if (describedSuites(base).size > 0) return changes
  const message = `the base commit describes no suite, so it was measured as ${path} of the candidate says`
  return [{ code: 'suites-assumed', message }, ...changes]
}

/** Entries of the configuration that match no row of any suite, where all were measured; a calibration of elsewhere. */
export function suitesDoubts(
  sections: Section[],
  { policy, values, isAll }: { policy: Policy; values: { calibration: string }; isAll: boolean },
): Warning[] {
  const compared = sections.filter(isCompared)
  const [first] = compared
  if (first === undefined) return []
  const rows =
    isAll && compared.length === sections.length ? compared.flatMap(each => each.comparison.rows) : []
  return policyDoubts({ candidate: first.comparison.candidate, rows, policy }, values.calibration)
}
