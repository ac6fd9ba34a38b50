// `stable-bench run`: measures one command and writes a result document.

import { assertWritable, writeSession } from '../history/store/session-file.ts'
import { measureOne } from '../job/measure.ts'
import { requestOf } from '../job/request.ts'
import { sessionOf } from '../job/session.ts'
import type { Job } from '../job/start.ts'
import { whileMeasuring } from '../job/while-measuring.ts'
import { InputError } from '../model/index.ts'
import { exitCodes } from '../policy/exit-codes.ts'
import { renderSession } from '../report/text/session.ts'
import type { Flags } from './flags.ts'

const defaultOut = 'stable-bench-result.json'

/** Returns the exit code; a summary goes to the standard output, the document to --out. */
export async function runCommand({ values, words }: Flags<'run'>): Promise<number> {
  if (words.length === 0)
    throw new InputError('run: no command; put it behind --, as in: stable-bench run -- ./bench')
  const out = values.out || defaultOut
  assertWritable(out)
  const request = requestOf(values, { commands: { candidate: words }, runs: values.runs })
  const keep = (interrupted: Job) => {
    const session = sessionOf(interrupted, 'candidate')
    const message = `measuring ended after ${session.plan?.runs} of ${request.runs} runs`
    writeSession(out, { ...session, warnings: [...session.warnings, { code: 'incomplete', message }] })
    process.stderr.write(`${message}; they are in ${out}\n`)
  }
  const session = await whileMeasuring(request, keep, measureOne)
  writeSession(out, session)
  process.stdout.write(renderSession(session))
  process.stderr.write(`The result document is in ${out}\n`)
  return exitCodes.pass
}
