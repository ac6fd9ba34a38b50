// `stable-bench ab --setup`: the user's command before anything is measured.
import type { ValuesOf } from '../../inputs/values.ts'
import type { SuiteSetup } from '../../job/suites/set-up.ts'
import type { Setups } from '../../measure/checkout/setups.ts'
import { say } from '../print.ts'

/** The setup of one command. */
export const setupOf = (values: Pick<ValuesOf<'ab'>, 'setup' | 'setup-timeout'>) => ({
  command: values.setup,
  timeoutMs: values['setup-timeout'] * 1000,
})

/** Sets up one side among `setups`, its output on the standard error; nothing without a command. Throws as `runSetup`. */
export async function setUp(
  values: { quiet: boolean; 'base-ref'?: string },
  setups: Setups,
  { command, ...setup }: SuiteSetup,
  signal: AbortSignal,
): Promise<void> {
  if (command === '') return
  if (values['base-ref']) say(values, `setup of the ${setup.side}`)
  await setups.run(command, { ...setup, env: process.env, cache: null, signal, output: 2 })
}
