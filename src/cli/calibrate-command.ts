// `stable-bench calibrate`: measures a command against itself on this machine.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { calibrate } from '../compare/calibrate.ts'
import { assertWritable } from '../history/store/session-file.ts'
import { measureOne } from '../job/measure.ts'
import { requestOf } from '../job/request.ts'
import { whileMeasuring } from '../job/while-measuring.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import { type CalibrationDocument, calibrationSchemaName, InputError, type Session } from '../model/index.ts'
import { exitCodes } from '../policy/exit-codes.ts'
import { renderCalibration } from '../report/text/calibration.ts'
import { splitWarnings } from '../report/words/top-warnings.ts'
import { visibleText } from '../report/words/visible-text.ts'
import type { Flags } from './flags.ts'
import { policyOf } from './policy.ts'

const defaultOut = 'stable-bench-calibration.json'

/** Failures and warnings of the session, a line each. */
function doubtLines(session: Session): string {
  const failed = session.failures.map(({ name, reason }) => `failed: ${name}: ${reason}`)
  const doubts = [...failed, ...splitWarnings(session).others.map(({ message }) => `warning: ${message}`)]
  return doubts.map(doubt => `${visibleText(doubt)}\n`).join('')
}

function assertMeasured({ benchmarks }: Session): void {
  if (benchmarks.length > 0) return
  const message = 'calibrate: no benchmark was reported by every run, so there is nothing to calibrate'
  throw new MeasureError(`${message}; make the command print the same benchmarks each time`, 'candidate')
}

/** Returns the exit code; the findings go to the standard output, the document to --out. */
export async function calibrateCommand({ words, ...flags }: Flags<'calibrate'>): Promise<number> {
  if (words.length === 0) throw new InputError('calibrate: no command; put it behind --')
  const { values, policy } = policyOf(flags)
  const out = values.out || defaultOut
  assertWritable(out)
  const request = requestOf(values, { commands: { candidate: words }, runs: values['calibration-runs'] })
  const session = await whileMeasuring(request, () => {}, measureOne)
  process.stderr.write(doubtLines(session))
  assertMeasured(session)
  const found = calibrate(session, policy)
  const fingerprint = session.testbed?.fingerprint ?? null
  const document: CalibrationDocument = { schema: calibrationSchemaName, fingerprint, ...found }
  const text = `${JSON.stringify(document, null, 2)}\n`
  writeFileSync(out, out.endsWith('.gz') ? gzipSync(text) : text)
  process.stdout.write(renderCalibration(found))
  process.stderr.write(`The calibration document is in ${out}; give it to compare or ab with --calibration\n`)
  return exitCodes.pass
}
