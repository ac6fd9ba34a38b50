// `stable-bench doctor` finds out how well this machine can measure. It changes nothing, and needs no privilege.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { adviceOn } from '../doctor/advice/ordered-advice.ts'
import { examine } from '../doctor/examine.ts'
import { noiseTest } from '../doctor/noise/measure.ts'
import { assertWritable } from '../files/write.ts'
import { assertLinux } from '../job/platform.ts'
import { untilStopped } from '../job/until-stopped.ts'
import { type DoctorDocument, doctorSchemaName } from '../model/index.ts'
import { exitCodes } from '../policy/exit-codes.ts'
import { renderDoctor } from '../report/doctor/text.ts'
import type { Flags } from './flags.ts'
import { isColoured, put, say } from './print.ts'

/** The directory of the runner hooks if they come with this program, else only its name. */
function kitDirectory(): string {
  const directory = fileURLToPath(new URL('../runner-hooks', import.meta.url))
  return existsSync(directory) ? directory : 'runner-hooks'
}

/** Returns the exit code. The findings go to the standard output, or to --out. Throws an InputError. */
export async function doctorCommand({ values }: Flags<'doctor'>): Promise<number> {
  const { out, require, 'doctor-output': output, 'noise-time': seconds } = values
  // The files that doctor reads exist on Linux only.
  assertLinux()
  if (out !== '') assertWritable(out)
  const read = examine()
  const noise =
    seconds === 0 ? [] : await untilStopped(signal => noiseTest(seconds, signal, line => say(values, line)))
  const findings = { ...read, noise }
  const found: DoctorDocument = {
    schema: doctorSchemaName,
    ...adviceOn({ findings, kit: kitDirectory() }),
    ...findings,
  }
  const colour = isColoured(out)
  const text = output === 'json' ? `${JSON.stringify(found, null, 2)}\n` : renderDoctor(found, { colour })
  put(out, text, output)
  if (require === 'nothing' || found.grade === 'tuned') return exitCodes.pass
  say(values, `the machine is ${found.grade}: ${found.gradeReason}`)
  return exitCodes.notReady
}
