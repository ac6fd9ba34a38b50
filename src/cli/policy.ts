// The policy that the flags and the configuration file make.
import { existsSync } from 'node:fs'
import { defaultPolicy } from '../compare/policy.ts'
import { configFileName, parseConfig } from '../config-file.ts'
import { bandRules, parseCalibration } from '../formats/calibration-document.ts'
import { readTextFile } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import type { Policy } from '../model.ts'

/** Throws an InputError for a file that was named and is not there, and for mistakes in it. */
export function policyOf({ alpha, band, config, calibration }: Values): Policy {
  const suggested =
    calibration === '' ? [] : bandRules(parseCalibration(readTextFile(calibration), calibration))
  const file = config !== '' ? config : existsSync(configFileName) ? configFileName : null
  const { rows, paired } = parseConfig(file === null ? '' : readTextFile(file), file ?? configFileName)
  return { ...defaultPolicy, alpha, band, paired, rules: [...suggested, ...rows] }
}
