// The configuration file in the checkout. Its path is relative to the root of the repository, since a checkout may be in a
// directory of its own (`path:` of actions/checkout).
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as core from '@actions/core'
import type { Values } from '../../inputs/values.ts'
import { parseShard, shardName, suiteOf } from '../../job/request/shard.ts'
import type { Policy } from '../../model/index.ts'
import {
  assertEnding,
  configFileName,
  parseConfig,
  parseSettings,
  repositoryRoot,
} from '../../policy/config-file.ts'
import type { Settings } from '../../policy/config-schema.ts'
import { effectiveValues, gatingPolicy } from '../../policy/make-policy.ts'
import { formerNames } from '../../policy/suites.ts'

type ConfigInputs = Pick<Values, 'config' | 'working-directory'>

/** The path of the configuration file in the repository. */
export const configPath = ({ config }: Pick<Values, 'config'>) => (config === '' ? configFileName : config)

/** `path` is where the file has to be; `text` is null where there is none. Outside of a repository, the current directory is the root. */
export function checkoutConfig(values: ConfigInputs): { path: string; text: string | null } {
  const root = repositoryRoot(values['working-directory']) ?? process.cwd()
  const path = resolve(root, configPath(values))
  assertEnding(path)
  return { path, text: existsSync(path) ? readFileSync(path, 'utf8') : null }
}

/** Reads files of the checkout at `root`; null for one that is not there. */
export const checkoutReader = (root: string) => async (file: string) => {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** The settings of the file in the checkout. Throws an InputError for mistakes in them. */
export const checkoutSettings = (values: ConfigInputs): Settings =>
  parseSettings(checkoutConfig(values).text ?? '', configPath(values))

/**
 * The names that `{benchmark}` stands for in the base, checked out in `directory`: those of its own file, so that it
 * need not run a benchmark that only the candidate has; the candidate's where that lists none or is broken.
 */
export function benchmarksOfBase(
  values: ConfigInputs & Pick<Values, 'name' | 'benchmarks'>,
  directory: string,
): string[] {
  const { benchmarks } = values
  if (benchmarks.length === 0) return benchmarks
  try {
    const own = effectiveValues(values, checkoutSettings({ ...values, 'working-directory': directory }))
    return own.benchmarks.length === 0 ? benchmarks : own.benchmarks
  } catch {
    return benchmarks
  }
}

/** The paths that the workflow file of a branch had before; none where its configuration has mistakes. */
export function formerWorkflows(values: ConfigInputs): string[] {
  try {
    return parseConfig(checkoutConfig(values).text ?? '', configPath(values))['former-workflows']
  } catch {
    return []
  }
}

/** The names that the suite `values.name` had before; of a shard, those of the same shard. */
export function formerSuites(values: ConfigInputs & Pick<Values, 'name' | 'shard'>): string[] {
  const shard = parseShard(values.shard)
  const names = formerNames(checkoutSettings(values), suiteOf(values.name, shard))
  return names.map(name => shardName(name, shard))
}

/** The policy of the commit that a branch's job has measured; it holds for the history too. Throws an InputError. */
export function branchPolicy(values: Values): Policy {
  const { path, text } = checkoutConfig(values)
  if (values.config !== '' && text === null) {
    core.warning(`config: there is no ${path}, so the defaults count.`)
  }
  return gatingPolicy(values, parseConfig(text ?? '', configPath(values)))
}
