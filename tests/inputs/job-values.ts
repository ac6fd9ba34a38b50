// The values of a job of the action, as its step and its configuration give them.

import type { Input } from '../../src/inputs/input.ts'
import { parseInputs } from '../../src/inputs/parse.ts'
import {
  type InputName,
  inputs,
  isOnlyConfigured,
  serviceInputs,
  type Values,
} from '../../src/inputs/values.ts'
import { parseSettings } from '../../src/policy/config-file.ts'
import { effectiveValues } from '../../src/policy/make-policy.ts'

const isOfStep = (name: string) => !isOnlyConfigured(inputs[name as InputName] as Input)

const keyOfService = (name: string) =>
  Object.entries(serviceInputs).find(([, input]) => input === name)?.[0] ?? null

/**
 * `given` are texts by name. Those that are no inputs of a step stand under `defaults` of the configuration, and those of a
 * service in the entry of the suite.
 */
export function jobValues(given: Partial<Record<InputName, string>>): Values {
  const values = parseInputs('action', name => (isOfStep(name) ? given[name] : undefined))
  const set = Object.entries(given).filter(([name, text]) => text !== '' && !isOfStep(name))
  const defaults = Object.fromEntries(set.filter(([name]) => keyOfService(name) === null))
  const own = set.flatMap(([name, text]) => {
    const key = keyOfService(name)
    return key === null ? [] : [[key, text]]
  })
  const service = own.length === 0 ? {} : { service: { command: './server', ...Object.fromEntries(own) } }
  const config = { defaults, suites: { [values.name]: service } }
  return effectiveValues(values, parseSettings(JSON.stringify(config), '.stable-bench.yml'))
}
