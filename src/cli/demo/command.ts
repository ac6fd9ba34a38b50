// `stable-bench demo`: the report of a recorded session, then a measurement on this machine if it can see anything.
import { assertWritable } from '../../files/write.ts'
import { InputError } from '../../model/index.ts'
import { exitCodes } from '../../policy/exit-codes.ts'
import { formatShare } from '../../units.ts'
import type { Flags } from '../flags.ts'
import { comparisonForms, emit } from '../reports.ts'
import { liveDemo } from './live.ts'
import { recordedComparison } from './recorded.ts'

const RECORDED = `1. A recorded session, as a pull request would get it. In the candidate of a small program, parse does 5 % more
   work, format is unchanged and search does less.

`
const LIVE = `
2. This machine: a look at it for two seconds, then a measurement of a minute at most.

`

async function showLive(values: Flags<'demo'>['values']): Promise<void> {
  process.stdout.write(LIVE)
  const live = await liveDemo()
  if ('comparison' in live) {
    emit(comparisonForms(live.comparison, values), values, 'demo')
    process.stdout.write(`\nFound: parse does ${formatShare(live.planted)} more work in the candidate.\n`)
  } else {
    const said = live.why.map(reason => `   ${reason}\n`).join('')
    process.stdout.write(
      `This machine cannot see the planted regression now, so there is no verdict:\n${said}`,
    )
  }
  process.stdout.write("\nYour own: stable-bench ab --base-ref main --setup 'make' -- ./bench\n")
}

/** Returns 0 whatever this machine can see. In another form than text, or to a file, only the recorded report is written. */
export async function demoCommand({ values, words }: Flags<'demo'>): Promise<number> {
  if (words.length > 0) throw new InputError('demo: takes no command; measure your own with run or ab')
  if (values.out !== '') assertWritable(values.out)
  const isShown = values.output === 'text' && values.out === ''
  if (isShown) process.stdout.write(RECORDED)
  emit(comparisonForms(recordedComparison(), values), values, 'demo')
  if (isShown) await showLive(values)
  return exitCodes.pass
}
