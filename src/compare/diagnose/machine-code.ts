// Whether a called row runs other machine code than its baseline, or the same at other addresses.
import type { ProgramCode, Session, Warning } from '../../model/index.ts'
import { counted, firstOf } from '../../phrases.ts'

const MOST_NAMED = 5

type Some = ProgramCode['changed']

/** The first names, and how many more there are. A document has not all of them. */
const named = ({ names, count }: Some): string =>
  firstOf([...names, ...Array<string>(Math.max(0, count - names.length))], MOST_NAMED)

/** One sentence about a program. */
function sentence({ program, problem, sameImage, same, changed, new: added, gone }: ProgramCode): string {
  if (sameImage)
    return `${program} is the same on both sides, byte for byte: the cause is elsewhere, in what it reads or loads for example`
  if (problem !== null) return `whether functions of ${program} changed cannot be said: ${problem}`
  const all = same + changed.count
  const others = [
    ...(added.count > 0 ? [`${added.count} new: ${named(added)}`] : []),
    ...(gone.count > 0 ? [`${gone.count} gone: ${named(gone)}`] : []),
  ]
  const kept =
    changed.count === 0
      ? `all ${counted(all, 'function')} of ${program} ${others.length > 0 ? 'that both sides have ' : ''}are the same machine code; only their addresses differ`
      : `${changed.count} of ${counted(all, 'function')} of ${program} changed: ${named(changed)}`
  return [kept, ...others].join('; ')
}

/** What is to be said of the functions of the programs, a warning for each. */
export const machineCodeNotes = (candidates: Pick<Session, 'machineCode'>[]): Warning[] =>
  candidates.flatMap(({ machineCode = [] }) =>
    machineCode.map(code => ({ code: 'machine-code', message: sentence(code) })),
  )
