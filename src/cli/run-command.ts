// `stable-bench run`: measures one command and writes a result document.
import { writeSession } from '../files/session-file.ts'
import { incompletePath, isStandardOutput } from '../files/write.ts'
import { adviceInFlags } from '../inputs/flag-words.ts'
import type { ValuesOf } from '../inputs/values.ts'
import { measureOne } from '../job/measure-with-looks.ts'
import { runsAlone } from '../job/request/planned-looks.ts'
import { sessionOf } from '../job/session.ts'
import type { Job } from '../job/start.ts'
import { whileMeasuring } from '../job/until-stopped.ts'
import { exitCodeOfSession } from '../policy/exit-codes.ts'
import { renderSession } from '../report/text/session.ts'
import type { Flags } from './flags.ts'
import { printText, say } from './print.ts'
import { type MeasuringHere, measureHere } from './suites/here.ts'
import { writeUsual } from './usual-file.ts'

/** Where `run` writes its document unless told otherwise. */
export const defaultOut = 'stable-bench-result.json'

/** Measures one command, says what was measured, and writes it to `out`. Returns the exit code. */
async function measureTo({
  request,
  out,
  values,
  ofSuites,
}: MeasuringHere<ValuesOf<'run'>>): Promise<number> {
  const keep = (interrupted: Job) => {
    const session = sessionOf(interrupted, 'candidate')
    const message = `measuring ended after ${session.plan?.runs} of ${Math.max(...request.looks)} runs`
    const path = incompletePath(out)
    writeSession(path, { ...session, warnings: [...session.warnings, { code: 'incomplete', message }] })
    say(values, `${message}; they are in ${path}`)
  }
  const session = await whileMeasuring(request, keep, measureOne)
  const summary = adviceInFlags(renderSession(session), 'run', { ofSuites })
  if (isStandardOutput(out)) say(values, summary)
  else printText(summary)
  const path = await writeUsual(out, values, each => writeSession(each, session))
  if (!isStandardOutput(out)) say(values, `The result document is in ${path}`)
  return exitCodeOfSession(session)
}

/** Returns the exit code; a summary goes to the standard output, the document to --out. */
export const runCommand = (flags: Flags<'run'>): Promise<number> =>
  measureHere('run', flags, { usual: defaultOut, looks: values => [runsAlone(values)], measure: measureTo })
