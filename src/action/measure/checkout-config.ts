// The configuration file in the checkout. Its path is relative to the root of the repository, since a checkout may be in a
// directory of its own (`path:` of actions/checkout).
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as core from '@actions/core'
import type { Values } from '../../inputs/values.ts'
import type { Policy } from '../../model/index.ts'
import { configFileName, parseConfig, repositoryRoot } from '../../policy/config-file.ts'
import { effectiveValues, gatingPolicy, utcDay } from '../../policy/make-policy.ts'

type ConfigInputs = Pick<Values, 'config' | 'working-directory'>

/** The path of the configuration file in the repository. */
export const configPath = ({ config }: Pick<Values, 'config'>) => (config === '' ? configFileName : config)

/** `path` is where the file has to be; `text` is null where there is none. Outside of a repository, the current directory is the root. */
export function checkoutConfig(values: ConfigInputs): { path: string; text: string | null } {
  const root = repositoryRoot(values['working-directory']) ?? process.cwd()
  const path = resolve(root, configPath(values))
  return { path, text: existsSync(path) ? readFileSync(path, 'utf8') : null }
}

/**
 * The effective values of a job that measures a branch, with `defaults` of its own file. Where the file has mistakes, the
 * inputs alone count: no night is lost, and the next comparison names the mistakes.
 */
export function branchValues(values: Values): Values {
  try {
    return effectiveValues(values, parseConfig(checkoutConfig(values).text ?? '', configPath(values)))
  } catch (error) {
    core.warning(`The inputs alone count: ${(error as Error).message}`)
    return values
  }
}

/**
 * The policy of the commit that a branch's job has measured: what it says of single rows and of new names holds for the
 * history as well. Throws an InputError for mistakes in its file.
 */
export function branchPolicy(values: Values): Policy {
  const { path, text } = checkoutConfig(values)
  if (values.config !== '' && text === null) {
    core.warning(`config: there is no ${path}: the inputs alone count.`)
  }
  return gatingPolicy(values, parseConfig(text ?? '', configPath(values)), { today: utcDay() })
}
