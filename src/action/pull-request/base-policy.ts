// The gating policy of a pull request. It is read from the base commit, so that no pull request judges itself.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import type { Values } from '../../inputs/values.ts'
import { InputError, type Policy, type Rename, type Warning } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { parseConfig } from '../../policy/config-file.ts'
import type { Config } from '../../policy/config-schema.ts'
import {
  addedRenames,
  addedWaivers,
  configChanges,
  gatingPolicy,
  valuesAtBase,
} from '../../policy/make-policy.ts'
import { configPath } from '../measure/checkout-config.ts'
import { acceptedWaivers } from './waiver-label.ts'

/** The configuration file at `path` in the repository, as the base commit has it and as the pull request leaves it. */
type Configs = { path: string; base: Config; proposed: Config }

/**
 * `values` are the effective ones: `defaults` of the base commit set them. `broken` says what the pull request breaks in the
 * file: after the merge no pull request could be judged. Null where the file can be read.
 */
export type BasePolicy = {
  broken: string | null
  values: Values
  policy: Policy
  notes: Warning[]
  formerWorkflows: string[]
  configs: Configs
}

/** The file of the base commit has mistakes, so nothing judges. `isMended`: the pull request's file has none. */
export class BrokenBase extends InputError {
  override name = 'BrokenBase'
  readonly isMended: boolean
  constructor(message: string, isMended: boolean) {
    super(message)
    this.isMended = isMended
  }
}

/** The configuration in a file; a text says what is wrong with it. */
function configIn(file: string, text: string | null): Config | string {
  try {
    return parseConfig(text ?? '', file)
  } catch (error) {
    return (error as Error).message
  }
}

/** A rename counts at once, since it can do no more than the benchmark's own code could: see docs/configuration.md. */
const renameNote = ({ from, to }: Rename): Warning => ({
  code: 'rename-added',
  message: `this pull request renames ${from} to ${to}; the two are compared only if the base has no ${to} and the pull request no ${from}`,
})

/** `readProposed` reads the file as the pull request leaves it. */
export type PolicyRequest = {
  values: Values
  baseCommit: string
  readProposed: (values: Values) => Promise<string | null>
}

/** Values and policy at `baseCommit`, and notes on what would change. Throws BrokenBase for a broken file there. */
export async function basePolicy(
  context: ConnectedJob,
  { values, baseCommit, readProposed }: PolicyRequest,
): Promise<BasePolicy> {
  const file = configPath(values)
  const text = await repositoryFile(context, { path: file, commit: baseCommit })
  if (text === null && values.config !== '') {
    core.info(`The base commit ${shortSha(baseCommit)} has no ${file}: the defaults decide.`)
  }
  const base = configIn(`${file} at ${shortSha(baseCommit)}`, text)
  const left = configIn(file, await readProposed(values))
  const isBroken = typeof left === 'string'
  if (typeof base === 'string') throw new BrokenBase(base, !isBroken)
  const broken = `this pull request breaks ${file}, and after its merge nothing can be judged by it: ${left}; repair it`
  // In place of a broken one the base commit's counts.
  const proposed = isBroken ? base : left
  const accepted = await acceptedWaivers(context, addedWaivers(base, proposed))
  const config = { ...base, waivers: [...base.waivers, ...accepted.waivers] }
  const effective = valuesAtBase(values, base, proposed)
  const policy = gatingPolicy(effective, config, { budgetsGate: false })
  // What counts already is none of them.
  const changes = configChanges(config, proposed, file)
  const renames = addedRenames(base, proposed)
  return {
    values: effective,
    policy: { ...policy, renamed: [...policy.renamed, ...renames] },
    broken: isBroken ? broken : null,
    notes: [...changes, ...accepted.notes, ...renames.map(renameNote)],
    formerWorkflows: base['former-workflows'],
    configs: { path: file, base, proposed },
  }
}
