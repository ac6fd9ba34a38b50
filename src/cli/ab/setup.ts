// `stable-bench ab --setup`: the user's command before anything is measured.
import type { ValuesOf } from '../../inputs/values.ts'
import type { Setup } from '../../measure/checkout/setup.ts'
import type { Setups } from '../../measure/checkout/setups.ts'
import { say } from '../print.ts'

type SetupValues = Pick<ValuesOf<'ab'>, 'setup' | 'setup-timeout' | 'quiet'> & { 'base-ref'?: string }

/** Sets up one side among `setups`, its output on the standard error; nothing without --setup. Throws as `runSetup`. */
export async function setUp(
  values: SetupValues,
  setups: Setups,
  { cwd, side, layouts }: Pick<Setup, 'cwd' | 'side'> & { layouts: number[] },
  signal: AbortSignal,
): Promise<void> {
  if (values.setup === '') return
  if (values['base-ref']) say(values, `setup of the ${side}`)
  const timeoutMs = values['setup-timeout'] * 1000
  const environment = { env: process.env, cache: null, layouts }
  await setups.run(values.setup, { cwd, side, ...environment, timeoutMs, signal, output: 2 })
}
