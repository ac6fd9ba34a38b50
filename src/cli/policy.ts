// The policy that the flags, a calibration and the configuration file make, and where they do not fit what was measured.
import { bandRules, parseCalibration } from '../formats/documents/calibration.ts'
import { readTextFile } from '../history/store/session-file.ts'
import type { ValuesOf } from '../inputs/values.ts'
import type { Comparison, Policy, Warning } from '../model/index.ts'
import { configFileName, findConfig, parseConfig } from '../policy/config-file.ts'
import { builtIn } from '../policy/deciding-inputs.ts'
import { gatingPolicy, utcDay } from '../policy/make-policy.ts'
import { unmatchedEntries } from '../policy/unmatched-entries.ts'

/** The calibration document in `path`; null where that is ''. */
const calibrationAt = (path: string) => (path === '' ? null : parseCalibration(readTextFile(path), path))

type Judging = ValuesOf<'ab' | 'compare' | 'calibrate'> & { calibration?: string }

/**
 * The values that count, and the policy: a flag that was given wins over `defaults` of the configuration file. Throws
 * an InputError for a file that was named and is not there, and for mistakes in it.
 */
export function policyOf<V extends Judging>({
  values,
  given,
}: {
  values: V
  given: Partial<V>
}): { values: V; policy: Policy } {
  const { config } = values
  const calibration = calibrationAt(values.calibration ?? '')
  const suggested = calibration === null ? [] : bandRules(calibration)
  const file = config !== '' ? config : findConfig('')
  const configured = parseConfig(file === null ? '' : readTextFile(file), file ?? configFileName)
  // On the command line a baseline is always a file, which no configuration names.
  const defaults = Object.entries(configured.defaults).filter(
    ([name]) => name in values && name !== 'baseline',
  )
  const effective = { ...values, ...Object.fromEntries(defaults), ...given }
  const judging = { 'fail-threshold': builtIn('fail-threshold'), ...effective }
  return { values: effective, policy: gatingPolicy(judging, configured, { today: utcDay(), suggested }) }
}

/** A warning if the calibration was made on another testbed: its bands hold for that one. */
function calibrationDoubts(
  path: string,
  { fingerprint }: { fingerprint: string | null },
  { candidate }: Comparison,
): Warning[] {
  const measured = candidate.testbed?.fingerprint ?? null
  if (fingerprint === null || measured === null || fingerprint === measured) return []
  const message =
    `${path} was made on another testbed than this candidate was measured on, so its bands need not fit: ` +
    'calibrate again here'
  return [{ code: 'calibration-elsewhere', message }]
}

/** The comparison, with a warning for a calibration of another testbed, and for configuration that matches no row. */
export function withPolicyDoubts(comparison: Comparison, calibrationPath: string): Comparison {
  const calibration = calibrationAt(calibrationPath)
  const doubts =
    calibration === null
      ? unmatchedEntries(comparison)
      : [
          ...calibrationDoubts(calibrationPath, calibration, comparison),
          ...unmatchedEntries(comparison, bandRules(calibration)),
        ]
  return { ...comparison, warnings: [...comparison.warnings, ...doubts] }
}
