// The values of a job of the action, as its step and its configuration give them.
import { parseInputs } from '../../src/inputs/parse.ts'
import { type Input, type InputName, inputs, isOnlyConfigured, type Values } from '../../src/inputs/values.ts'
import { parseSettings } from '../../src/policy/config-file.ts'
import { effectiveValues } from '../../src/policy/make-policy.ts'

const isOfStep = (name: string) => !isOnlyConfigured(inputs[name as InputName] as Input)

/** `given` are texts by name. Those that are no inputs of a step stand under `defaults` of the configuration. */
export function jobValues(given: Partial<Record<InputName, string>>): Values {
  const values = parseInputs('action', name => (isOfStep(name) ? given[name] : undefined))
  const set = Object.entries(given).filter(([name, text]) => text !== '' && !isOfStep(name))
  return effectiveValues(
    values,
    parseSettings(JSON.stringify({ defaults: Object.fromEntries(set) }), '.stable-bench.yml'),
  )
}
