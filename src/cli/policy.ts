// The policy that the flags and the configuration file make.

import { bandRules, parseCalibration } from '../formats/documents/calibration.ts'
import { readTextFile } from '../history/store/session-file.ts'
import type { Values } from '../inputs/table.ts'
import type { Policy } from '../model/index.ts'
import { configFileName, parseConfig } from '../policy/config-file.ts'
import { findConfig } from '../policy/find-config.ts'
import { gatingPolicy, utcDay } from '../policy/gating.ts'
import type { Flags } from './flags.ts'

/**
 * The values that count, and the policy: a flag that was given wins over `defaults` of the configuration file. Throws
 * an InputError for a file that was named and is not there, and for mistakes in it.
 */
export function policyOf({ values, given }: Pick<Flags, 'values' | 'given'>): {
  values: Values
  policy: Policy
} {
  const { config, calibration } = values
  const suggested =
    calibration === '' ? [] : bandRules(parseCalibration(readTextFile(calibration), calibration))
  const file = config !== '' ? config : findConfig('')
  const configured = parseConfig(file === null ? '' : readTextFile(file), file ?? configFileName)
  // Where a baseline comes from, and check runs, are matters of the action.
  const { baseline: _, checks: __, ...defaults } = configured.defaults
  const effective = { ...values, ...defaults, ...given }
  return { values: effective, policy: gatingPolicy(effective, configured, { today: utcDay(), suggested }) }
}
