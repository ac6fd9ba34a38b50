// Makes the policy from the inputs, the suggestions of a calibration and the configuration file; a later one wins. Also
// lists what a pull request changes in the file, which counts only once it is merged.
import { defaultPolicy } from '../compare/verdict/default-policy.ts'
import { inputText } from '../inputs/parse.ts'
import { type DecidingInput, decidingInputs, inputs } from '../inputs/values.ts'
import type { Policy, Rename, RowRule, Warning } from '../model/index.ts'
import type { Config, ConfiguredWaiver } from './config-schema.ts'
import type { DecidingValues } from './deciding-inputs.ts'

type PolicyInputs = Pick<DecidingValues, 'alpha' | 'band' | 'fail-threshold' | 'require-tuned'>

/** The values that count: `defaults` of the configuration win over the inputs. */
export const effectiveValues = <V extends DecidingValues>(
  values: V,
  { defaults }: Pick<Config, 'defaults'>,
): V => ({ ...values, ...defaults })

/** `values` are the effective ones; `today` is a day in UTC, `2026-11-20`. */
export function gatingPolicy(
  values: PolicyInputs,
  config: Config,
  {
    today,
    suggested = [],
    budgetsGate = true,
  }: { today: string; suggested?: RowRule[]; budgetsGate?: boolean },
): Policy {
  return {
    ...defaultPolicy,
    alpha: values.alpha,
    band: values.band,
    threshold: values['fail-threshold'],
    requireTuned: values['require-tuned'],
    paired: config.paired,
    shadow: config.shadow,
    budgets: config.budgets,
    budgetsGate,
    rules: [...suggested, ...config.rows],
    waivers: config.waivers.map(waiver => ({ ...waiver, expired: waiver.expires < today })),
    renamed: config.renamed.map(rename => ({ ...rename, proposed: false })),
    today,
  }
}

/** Today in UTC, as waivers are dated. */
export function utcDay(now = new Date()): string {
  return now.toISOString().slice(0, 10)
}

const entry = (value: object) => JSON.stringify(value).replaceAll('"', '')

function without<Entry extends object>(entries: Entry[], others: Entry[]): Entry[] {
  const known = new Set(others.map(entry))
  return entries.filter(each => !known.has(entry(each)))
}

/** The waivers that only the pull request has. */
export function addedWaivers(base: Config, proposed: Config): ConfiguredWaiver[] {
  return without(proposed.waivers, base.waivers)
}

/** The renames that only the pull request has. */
export function addedRenames(base: Config, proposed: Config): Rename[] {
  return without(proposed.renamed, base.renamed).map(rename => ({ ...rename, proposed: true }))
}

function defaultText(name: DecidingInput, { defaults }: Config): string | null {
  const value = defaults[name]
  return value === undefined ? null : inputText(inputs[name], value)
}

/** One phrase for each change that `proposed` makes to the `defaults` of `base`. */
function defaultChanges(base: Config, proposed: Config): string[] {
  return decidingInputs.flatMap(name => {
    const [before, after] = [defaultText(name, base), defaultText(name, proposed)]
    if (before === after) return []
    if (after === null) return [`removes ${name}: ${before} from defaults`]
    return [`sets ${name} in defaults to ${after}, which is ${before ?? 'not set'} now`]
  })
}

/** One phrase for each change that `proposed` makes to `base` and that does not count yet. */
function changesOf(base: Config, proposed: Config): string[] {
  const switches = (['paired', 'shadow'] as const).flatMap(name =>
    base[name] === proposed[name] ? [] : [`sets ${name} to ${proposed[name]}, which is ${base[name]} now`],
  )
  const lists = (['rows', 'waivers', 'budgets'] as const).flatMap(name => [
    ...without<object>(proposed[name], base[name]).map(each => `adds to ${name}: ${entry(each)}`),
    ...without<object>(base[name], proposed[name]).map(each => `removes from ${name}: ${entry(each)}`),
  ])
  const restored = without(base.renamed, proposed.renamed).map(each => `removes from renamed: ${entry(each)}`)
  return [...defaultChanges(base, proposed), ...switches, ...lists, ...restored]
}

/** One warning per change, so that a reviewer sees them without opening the file. */
export function configChanges(base: Config, proposed: Config, source: string): Warning[] {
  return changesOf(base, proposed).map(change => ({
    code: 'config-changed',
    message: `this pull request changes ${source}, which counts only once it is merged: it ${change}`,
  }))
}
