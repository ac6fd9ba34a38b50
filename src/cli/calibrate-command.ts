// `stable-bench calibrate`: measures a command against itself on this machine.
import { gzipSync } from 'node:zlib'
import { calibrate, perSideOf } from '../compare/calibrate.ts'
import { duetSight, interleavedSight } from '../compare/design-sight.ts'
import { isStandardOutput, writeWhole } from '../files/write.ts'
import { adviceInFlags } from '../inputs/flag-words.ts'
import type { ValuesOf } from '../inputs/values.ts'
import { type DuetWithItself, duetWithItself } from '../job/duet-with-itself.ts'
import { measureOne } from '../job/measure-with-looks.ts'
import { whileMeasuring } from '../job/until-stopped.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import {
  type Calibration,
  type CalibrationDocument,
  calibrationSchemaName,
  type Policy,
  type Session,
} from '../model/index.ts'
import { exitCodeOfSession } from '../policy/exit-codes.ts'
import { renderCalibration } from '../report/text/calibration.ts'
import { doubtLines } from './doubt-lines.ts'
import type { Flags } from './flags.ts'
import { policyFrom } from './policy.ts'
import { printMessage, printText, say } from './print.ts'
import { type MeasuringHere, measureHere } from './suites/here.ts'
import { writeUsual } from './usual-file.ts'

function assertMeasured({ benchmarks }: Session): void {
  if (benchmarks.length > 0) return
  const message = 'calibrate: no benchmark was reported by every run, so there is nothing to calibrate'
  throw new MeasureError(`${message}; make the command print the same benchmarks each time`, 'candidate')
}

/** The number of pairs of a duet that take as long as one interleaved run of each side. */
const DUET = 2

/** The findings, with the detectable change of each design where a duet could be made. */
function withDesigns(
  found: Omit<Calibration, 'designs'>,
  session: Session,
  duet: DuetWithItself | Error,
  policy: Policy,
): Calibration {
  if (duet instanceof Error) return { ...found, designs: [] }
  const sight = duetSight(duet.baseline, duet.candidate, policy)
  return { ...found, designs: [interleavedSight(session, found), sight] }
}

/** Measures one command against itself, says what was found, and writes it to `out`. Returns the exit code. */
async function calibrateTo({
  request,
  out,
  values,
  config,
  ofSuites,
}: MeasuringHere<ValuesOf<'calibrate'>>): Promise<number> {
  const policy = policyFrom(values, config)
  const noKeeping = () => {}
  const { session, duet } = await whileMeasuring(request, noKeeping, async (job, told) => {
    const session = await measureOne(job, told)
    const { signal } = job.measuring
    return { session, duet: await duetWithItself(request, DUET * perSideOf(session), { signal, ...told }) }
  })
  const inFlags = (text: string) => adviceInFlags(text, 'calibrate', { ofSuites })
  printMessage(inFlags(doubtLines(session)))
  assertMeasured(session)
  if (duet instanceof Error) say(values, `no duet was tried: ${duet.message}`)
  const found = withDesigns(calibrate(session, policy), session, duet, policy)
  const document: CalibrationDocument = {
    schema: calibrationSchemaName,
    suite: request.suite,
    machine: session.testbed?.facts.machine ?? null,
    date: session.evidence[0]?.startedAt ?? null,
    fingerprint: session.testbed?.fingerprint ?? null,
    ...found,
  }
  const text = `${JSON.stringify(document, null, 2)}\n`
  const findings = inFlags(renderCalibration(found, policy.familyAlpha, session.testbed))
  if (isStandardOutput(out)) say(values, findings)
  else printText(findings)
  const path = await writeUsual(out, values, each =>
    writeWhole(each, each.endsWith('.gz') ? gzipSync(text) : text),
  )
  say(values, `The calibration document is in ${path}; give it to compare or ab with --calibration`)
  return exitCodeOfSession(session)
}

/** Returns the exit code; the findings go to the standard output, the document to --out. */
export const calibrateCommand = (flags: Flags<'calibrate'>): Promise<number> =>
  measureHere('calibrate', flags, {
    usual: 'stable-bench-calibration.json',
    looks: values => [values['calibration-runs']],
    measure: calibrateTo,
  })
