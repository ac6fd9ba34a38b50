// `stable-bench run`: measures one command and writes a result document.

import { writeSession } from '../files/session-file.ts'
import { assertWritable, incompletePath, isStandardOutput } from '../files/write.ts'
import { adviceInFlags } from '../inputs/flag-words.ts'
import type { ValuesOf } from '../inputs/values.ts'
import { measureOne } from '../job/measure-with-looks.ts'
import { runsAlone } from '../job/request/planned-looks.ts'
import { type MeasureRequest, requestOf } from '../job/request/request.ts'
import { sessionOf } from '../job/session.ts'
import type { Job } from '../job/start.ts'
import { whileMeasuring } from '../job/until-stopped.ts'
import { exitCodeOfSession } from '../policy/exit-codes.ts'
import { renderSession } from '../report/text/session.ts'
import { assertCommand } from './command-words.ts'
import type { Flags } from './flags.ts'
import { configuredValues } from './policy.ts'
import { printText, say } from './print.ts'
import { measureHere, suitesHere } from './suites/here.ts'
import { assertNoSuites } from './suites/source.ts'
import { writeUsual } from './usual-file.ts'

/** Where `run` writes its document unless told otherwise. */
export const defaultOut = 'stable-bench-result.json'

/** Measures one command, says what was measured, and writes it to `out`. Returns the exit code. */
async function measureTo(
  request: MeasureRequest,
  { out, values, ofSuites }: { out: string; values: { quiet: boolean; out: string }; ofSuites: boolean },
): Promise<number> {
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
  const file = { out, given: values.out, quiet: values.quiet }
  const path = await writeUsual(file, each => writeSession(each, session))
  if (!isStandardOutput(out)) say(values, `The result document is in ${path}`)
  return exitCodeOfSession(session)
}

/** Returns the exit code; a summary goes to the standard output, the document to --out. */
export async function runCommand({ words, ...flags }: Flags<'run'>): Promise<number> {
  if (words.length === 0) {
    const asked = { ...suitesHere('run', flags), flags }
    const how = { usual: defaultOut, looks: (values: ValuesOf<'run'>) => [runsAlone(values)] }
    return measureHere(asked, how, ({ request, out }, values) =>
      measureTo(request, { out, values, ofSuites: true }),
    )
  }
  assertCommand('run', words)
  assertNoSuites('run', flags.values)
  const { values } = configuredValues(flags)
  const out = values.out || defaultOut
  assertWritable(out)
  const request = requestOf(values, { commands: { candidate: words }, looks: [runsAlone(values)] })
  return measureTo(request, { out, values, ofSuites: false })
}
