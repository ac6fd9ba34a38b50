// The policy that the flags, a calibration and the configuration file make.
import { bandRules, parseCalibration } from '../formats/documents/calibration.ts'
import { readTextFile } from '../history/store/session-file.ts'
import type { ValuesOf } from '../inputs/table.ts'
import type { Policy } from '../model/index.ts'
import { configFileName, findConfig, parseConfig } from '../policy/config-file.ts'
import { builtIn } from '../policy/deciding-inputs.ts'
import { gatingPolicy, utcDay } from '../policy/gating.ts'

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
  const { config, calibration = '' } = values
  const suggested =
    calibration === '' ? [] : bandRules(parseCalibration(readTextFile(calibration), calibration))
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
