// What runs left running, as the bracket found and ended it: a daemon of one run would disturb all that follow.
import type { Warning } from '../../model/index.ts'

/** Of one process of the command: how many it left, how many of them would not end, what the first was. */
export type LeftBehind = { processes: number; alive: number; command: string }

/** One warning for all runs of a job; none where nothing was left. */
export function leftBehindWarnings(left: LeftBehind[]): Warning[] {
  const [first] = left
  if (first === undefined) return []
  const sum = (of: (each: LeftBehind) => number) => left.reduce((total, each) => total + of(each), 0)
  const alive = sum(each => each.alive)
  const where = left.length === 1 ? 'one process' : `${left.length} processes`
  const end = alive === 0 ? 'they were ended' : `${alive} could not be ended and disturb what follows`
  // Not its arguments: this may become a public comment.
  const [program] = first.command.split(' ')
  const message =
    `runs left processes behind: ${sum(each => each.processes)} in ${where} of the command, the first was ` +
    `'${program}'; ${end}: let the command wait for what it starts, and start servers in setup`
  return [{ code: 'left-behind', message }]
}
