// `{n}` and `{benchmark}` in a command. Refuses a name that bash would not read as the one word it is.
import { InputError } from '../../model/index.ts'

export type Placeholders = { benchmark: string | null; n: number | null }

const NAME = '{benchmark}'
const COUNT = '{n}'

/** The command with what the placeholders stand for; what stands for nothing stays as it is. */
export function fillTemplate(argv: string[], { benchmark, n }: Placeholders): string[] {
  return argv.map(word => {
    const named = benchmark === null ? word : word.replaceAll(NAME, () => benchmark)
    return n === null ? named : named.replaceAll(COUNT, String(n))
  })
}

/** Letters, digits and what no shell treats specially. */
const PLAIN = /^[\p{L}\p{N}_.,:/@%+=^-]+$/u

function assertNames(benchmarks: string[], throughShell: boolean): void {
  const twice = benchmarks.find((name, i) => benchmarks.indexOf(name) !== i)
  if (twice !== undefined) throw new InputError(`benchmarks: '${twice}' is listed twice`)
  const special = throughShell ? benchmarks.find(name => !PLAIN.test(name)) : undefined
  if (special !== undefined) {
    throw new InputError(
      `benchmarks: '${special}' holds a character that is special in bash; use letters, digits and _.,:/@%+=^- ` +
        'and let the command translate it',
    )
  }
}

/** Throws an InputError unless the placeholders in `argv` fit the inputs `benchmarks` and `delta`. */
export function assertTemplate(
  argv: string[],
  { benchmarks, delta, throughShell }: { benchmarks: string[]; delta: number; throughShell: boolean },
): void {
  assertNames(benchmarks, throughShell)
  const has = (placeholder: string) => argv.some(word => word.includes(placeholder))
  if (benchmarks.length > 0 && !has(NAME)) {
    throw new InputError(`benchmarks: the command does not say where their names go; put ${NAME} into it`)
  }
  if (benchmarks.length === 0 && has(NAME)) {
    throw new InputError(`the command holds ${NAME}; list what it stands for in benchmarks`)
  }
  if (delta > 0 && !has(COUNT)) {
    throw new InputError(`delta: the command does not say where the count goes; put ${COUNT} into it`)
  }
}
