// Makes the policy from the values of a job, the suggestions of a calibration and the configuration file; a later one
// wins. Also lists what a pull request changes in the file, which counts only once it is merged.
import { inputText } from '../inputs/parse.ts'
import {
  configuredInputs,
  inputs,
  type MeasuringInput,
  measuringInputs,
  serviceInputs,
  templateInputs,
} from '../inputs/values.ts'
import { defaultPolicy, type Policy, type Rename, type RowRule, type Warning } from '../model/index.ts'
import type { Config, ConfiguredWaiver, Settings } from './config-schema.ts'
import type { DecidingValues, Defaults, MeasuringValues, SuiteSettings } from './configured-inputs.ts'
import { isDescribed } from './suite-schema.ts'

type PolicyInputs = Pick<DecidingValues, 'alpha' | 'band' | 'fail-on' | 'fail-threshold' | 'require-tuned'>

/** How the suite `name` is measured, without what it is: that goes with the command, which comes from elsewhere here. */
export function measuredAs(name: string, suites: Settings['suites']): SuiteSettings {
  const entry = Object.hasOwn(suites, name) ? suites[name] : undefined
  if (entry === undefined) return {}
  const own = measuringInputs.filter(each => entry[each] !== undefined).map(each => [each, entry[each]])
  return Object.fromEntries(own)
}

/** The values that count. The configuration wins over `values`, and its values for the suite `name` over its defaults. */
export const effectiveValues = <V extends { name: string }>(
  values: V,
  { defaults, suites }: Settings,
): V => ({ ...values, ...defaults, ...measuredAs(values.name, suites) })

type PolicyOptions = { today?: string; suggested?: RowRule[]; budgetsGate?: boolean }

/** `values` are the effective ones; `today` is the day in UTC by which waivers expire, `2026-11-20`. */
export function gatingPolicy(
  values: PolicyInputs,
  config: Config,
  { today = new Date().toISOString().slice(0, 10), suggested = [], budgetsGate = true }: PolicyOptions = {},
): Policy {
  return {
    ...defaultPolicy,
    alpha: values.alpha,
    band: values.band,
    threshold: values['fail-threshold'] === 'band' ? null : values['fail-threshold'],
    requireTuned: values['require-tuned'],
    shadow: config.shadow,
    failOn: values['fail-on'],
    budgets: config.budgets,
    budgetsGate,
    rules: [...suggested, ...config.rows],
    waivers: config.waivers.map(waiver => ({ ...waiver, expired: waiver.expires < today })),
    renamed: config.renamed.map(rename => ({ ...rename, proposed: false })),
    today,
  }
}

/**
 * The values that count in a pull request: `base` sets them. The inputs that fill in the command come from the
 * `proposed` configuration, since the command comes from the pull request too.
 */
export function valuesAtBase<V extends MeasuringValues & { name: string }>(
  values: V,
  base: Settings,
  proposed: Settings,
): V {
  const own = effectiveValues(values, proposed)
  const template = templateInputs.map(name => [name, own[name]])
  return { ...effectiveValues(values, base), ...Object.fromEntries(template) }
}

const entry = (value: unknown) => JSON.stringify(value).replaceAll('"', '')

function without<Entry>(entries: Entry[], others: Entry[]): Entry[] {
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

/** One phrase for each change of a section `of` that counts only later. */
function settingChanges(of: string, base: Defaults = {}, proposed: Defaults = {}): string[] {
  const textOf = (name: keyof Defaults, { [name]: value }: Defaults) =>
    value === undefined ? null : inputText(inputs[name], value)
  return [...configuredInputs, ...Object.values(serviceInputs)].flatMap(name => {
    const [before, after] = [textOf(name, base), textOf(name, proposed)]
    if (before === after || templateInputs.includes(name as MeasuringInput)) return []
    if (after === null) return [`removes ${name}: ${before} from ${of}`]
    return [`sets ${name} in ${of} to ${after}, which is ${before ?? 'not set'} now`]
  })
}

/** One phrase for each change that `proposed` makes to `defaults` and `suites` of `base`, but for suites that it adds. */
function allSettingChanges(base: Settings, proposed: Settings): string[] {
  const added = Object.keys(proposed.suites).filter(name => !isDescribed(proposed.suites[name]))
  const suites = [...new Set([...Object.keys(base.suites), ...added])]
  return [
    ...settingChanges('defaults', base.defaults, proposed.defaults),
    ...suites.flatMap(name => settingChanges(`suites, ${name}`, base.suites[name], proposed.suites[name])),
  ]
}

/** One phrase for each change that `proposed` makes to `base` and that does not count yet. */
function changesOf(base: Config, proposed: Config): string[] {
  const { shadow } = proposed
  const switches = base.shadow === shadow ? [] : [`sets shadow to ${shadow}, which is ${base.shadow} now`]
  const lists = (['rows', 'waivers', 'budgets', 'former-workflows'] as const).flatMap(name => [
    ...without<unknown>(proposed[name], base[name]).map(each => `adds to ${name}: ${entry(each)}`),
    ...without<unknown>(base[name], proposed[name]).map(each => `removes from ${name}: ${entry(each)}`),
  ])
  const restored = without(base.renamed, proposed.renamed).map(each => `removes from renamed: ${entry(each)}`)
  return [...allSettingChanges(base, proposed), ...switches, ...lists, ...restored]
}

/** One warning per change that `who` makes, so that a reviewer sees them without opening the file. */
export function configChanges(
  base: Config,
  proposed: Config,
  source: string,
  who = 'this pull request',
): Warning[] {
  return changesOf(base, proposed).map(change => ({
    code: 'config-changed',
    message: `${who} changes ${source}, which counts only once it is merged: it ${change}`,
  }))
}
