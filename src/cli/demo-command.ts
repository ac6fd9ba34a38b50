// `stable-bench demo`: measures and compares two versions of a program that ships with stable-bench.
import { fileURLToPath } from 'node:url'
import { defaultPolicy } from '../compare/verdict/default-policy.ts'
import { assertWritable } from '../history/store/session-file.ts'
import { parseInputs } from '../inputs/parse.ts'
import { requestOf } from '../job/request.ts'
import { InputError } from '../model/index.ts'
import { exitCodes } from '../policy/exit-codes.ts'
import { measureAndReport } from './ab-command.ts'
import type { Flags } from './flags.ts'
import { openSaveDirectory } from './reports.ts'

const program = fileURLToPath(new URL('../examples/demo/', import.meta.url))

const INTRO = `Two versions of a small program, measured alternately: 10 fresh processes each, and 10 more if a row is
undecided. In the candidate, parse does 5 % more work, format is unchanged and search does less.
`

/** Returns 0 whenever the report was written: the planted regression is what the demo is about. */
export async function demoCommand({ values, words }: Flags<'demo'>): Promise<number> {
  if (words.length > 0) throw new InputError('demo: takes no command; measure your own with run or ab')
  if (values.out !== '') assertWritable(values.out)
  process.stderr.write(INTRO)
  const command = (version: string) => ['node', 'benchmark.mjs', version]
  const plan = { ...parseInputs('ab', () => undefined), ...values }
  const commands = { baseline: command('base'), candidate: command('head') }
  const request = { ...requestOf(plan, { commands, runs: plan.runs }), cwd: program }
  await measureAndReport(request, { policy: defaultPolicy, values: plan, directory: openSaveDirectory('') })
  return exitCodes.pass
}
