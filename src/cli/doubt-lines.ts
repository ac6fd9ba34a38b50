// What is wrong with a session, a line each, for commands whose output has no room for it.
import type { Session } from '../model/index.ts'
import { splitWarnings } from '../report/words/top-warnings.ts'
import { visibleText } from '../report/words/visible-text.ts'

type DoubtedSession = Pick<Session, 'failures' | 'warnings'>

/** Failures, warnings and what was left out; without the warnings that stand on top of a report. */
export function doubtLines({ failures, warnings }: DoubtedSession): string {
  const { others, leftOut } = splitWarnings({ warnings })
  return lines([
    ...failures.map(({ name, reason }) => `failed: ${name}: ${reason}`),
    ...others.map(({ message }) => `warning: ${message}`),
    ...leftOut.map(({ message }) => `left out: ${message}`),
  ])
}

/** The same with the warnings that stand on top. */
export const allDoubtLines = (session: DoubtedSession): string =>
  lines(splitWarnings(session).top.map(({ message }) => `warning: ${message}`)) + doubtLines(session)

const lines = (texts: string[]) => texts.map(text => `${visibleText(text)}\n`).join('')
