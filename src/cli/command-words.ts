// The command behind `--`, which is started as it is: no shell reads it.
import { existsSync } from 'node:fs'
import { InputError } from '../model/index.ts'
import { shellWord } from '../phrases.ts'

/** How each command is called before its `--`. */
const CALLS = {
  ...{ run: 'run', calibrate: 'calibrate', ab: 'ab --base-ref REF', explain: 'explain --base-ref REF' },
  bisect: 'bisect OLD..NEW',
}

/** Throws an InputError where there is no command, or a line for a shell. */
export function assertCommand(command: keyof typeof CALLS, words: string[]): void {
  const [first, ...others] = words
  if (first === undefined || first.trim() === '')
    throw new InputError(
      `${command}: no command; put it after --, as in: stable-bench ${CALLS[command]} -- ./bench`,
    )
  const isLine = others.length === 0 && /\s/.test(first.trim())
  if (isLine && !existsSync(first))
    throw new InputError(
      `${command}: ${shellWord(first)} is one word after --, and no program has that name; ` +
        `let bash read it: stable-bench ${CALLS[command]} -- bash -c ${shellWord(first)}`,
    )
}
