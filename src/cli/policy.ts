// The policy that the flags and the configuration file make.
import { configFileName, parseConfig } from '../config-file.ts'
import { findConfig } from '../find-config.ts'
import { bandRules, parseCalibration } from '../formats/calibration-document.ts'
import { gatingPolicy, utcDay } from '../gating-policy.ts'
import { readTextFile } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import type { Policy } from '../model.ts'

/** Throws an InputError for a file that was named and is not there, and for mistakes in it. */
export function policyOf(values: Values): Policy {
  const { config, calibration } = values
  const suggested =
    calibration === '' ? [] : bandRules(parseCalibration(readTextFile(calibration), calibration))
  const file = config !== '' ? config : findConfig('')
  const configured = parseConfig(file === null ? '' : readTextFile(file), file ?? configFileName)
  return gatingPolicy(values, configured, { today: utcDay(), suggested })
}
