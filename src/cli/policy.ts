// Makes the policy from flags, a calibration and the configuration file, and warns where they do not fit the sessions.
import { readTextFile } from '../files/read.ts'
import { bandRules, parseCalibration, placementsIn } from '../formats/documents/calibration.ts'
import { serviceInputs, templateInputs, type ValuesOf } from '../inputs/values.ts'
import type { Comparison, Policy, RowPlacement, Warning } from '../model/index.ts'
import { configFileName, findConfig, parseConfig } from '../policy/config-file.ts'
import type { Config } from '../policy/config-schema.ts'
import { builtIn } from '../policy/configured-inputs.ts'
import { effectiveValues, gatingPolicy } from '../policy/make-policy.ts'
import { unmatchedEntries } from '../policy/unmatched-entries.ts'

/** The calibration document in `path`; null where that is ''. */
const calibrationAt = (path: string) => (path === '' ? null : parseCalibration(readTextFile(path), path))

/** What the calibration in `path` says of the place of the code; none where `path` is ''. */
export function placementsAt(path: string): { placements?: RowPlacement[] } {
  const placements = placementsIn(calibrationAt(path) ?? { rows: [] })
  return placements.length === 0 ? {} : { placements }
}

type JudgingValues = ValuesOf<'ab' | 'compare' | 'calibrate'> & { calibration?: string }

type GivenValues<V> = { values: V; given: Partial<V> }

/** A baseline is always a file here. The command is given together with the inputs that fill it in, and with its service. */
const onlyFlags: readonly string[] = ['baseline', ...templateInputs, ...Object.values(serviceInputs)]

/** The configuration file that counts, which perhaps is not there; null where there is none. */
export const configFileOf = ({ config }: { config: string }): string | null =>
  config !== '' ? config : findConfig('')

/** The values with those that the configuration sets for the suite `name`: a flag that was given wins. */
export function withConfig<V extends { name?: string }>(
  { values, given }: GivenValues<V>,
  configured: Config,
): V {
  const { name = '' } = values
  const set = Object.entries(effectiveValues({ name }, configured)).filter(
    ([each]) => each in values && !onlyFlags.includes(each),
  )
  return { ...values, ...Object.fromEntries(set), ...given }
}

/**
 * The values that count: a flag that was given wins over the configuration file. Throws an InputError for a file that was
 * named and is not there, and for mistakes in it.
 */
export function configuredValues<V extends { config: string; name?: string }>({
  values,
  given,
}: GivenValues<V>): { values: V; configured: Config } {
  const file = configFileOf(values)
  const configured = parseConfig(file === null ? '' : readTextFile(file), file ?? configFileName)
  return { values: withConfig({ values, given }, configured), configured }
}

/** The policy that these values and a configuration make. Throws an InputError for a calibration that cannot be read. */
export function policyFrom(values: JudgingValues, configured: Config): Policy {
  const calibration = calibrationAt(values.calibration ?? '')
  const suggested = calibration === null ? [] : bandRules(calibration)
  const judging = { 'fail-threshold': builtIn('fail-threshold'), 'fail-on': builtIn('fail-on'), ...values }
  return gatingPolicy(judging, configured, { suggested })
}

/** The values that count, and the policy that they make. Throws as `configuredValues`. */
export function policyOf<V extends JudgingValues>(flags: GivenValues<V>): { values: V; policy: Policy } {
  const { values, configured } = configuredValues(flags)
  return { values, policy: policyFrom(values, configured) }
}

/** Warnings for a calibration of another testbed, whose bands hold for that one, and for configuration that matches none of these rows. */
export function policyDoubts(
  { candidate, ...rows }: Pick<Comparison, 'candidate' | 'rows' | 'policy'>,
  calibrationPath: string,
): Warning[] {
  const calibration = calibrationAt(calibrationPath)
  if (calibration === null) return unmatchedEntries(rows)
  const unmatched = unmatchedEntries(rows, bandRules(calibration))
  const { fingerprint } = calibration
  const measured = candidate.testbed?.fingerprint ?? null
  if (fingerprint === null || measured === null || fingerprint === measured) return unmatched
  const message = `${calibrationPath} was made on another testbed than this candidate was measured on, so its bands need not fit: calibrate again here`
  return [{ code: 'calibration-elsewhere', message }, ...unmatched]
}

/** The comparison, with a warning for a calibration of another testbed, and for configuration that matches no row. */
export function withPolicyDoubts(comparison: Comparison, calibrationPath: string): Comparison {
  const doubts = policyDoubts(comparison, calibrationPath)
  return { ...comparison, warnings: [...comparison.warnings, ...doubts] }
}
