// The names of machine code as people write them.
import { frameName } from '../../explain/profile.ts'
import { NotComparable, toolLines } from '../../machine-code/tool-lines.ts'

/** A command line takes no more: a name of C++ may have thousands of letters. */
const MOST_NAMES = 500
const MOST_LETTERS = 100_000

function batches(names: string[]): string[][] {
  const found: string[][] = []
  let letters = Number.POSITIVE_INFINITY
  for (const name of names) {
    letters += name.length
    const latest = found.at(-1)
    if (latest !== undefined && letters <= MOST_LETTERS && latest.length < MOST_NAMES) latest.push(name)
    else {
      found.push([name])
      letters = name.length
    }
  }
  return found
}

/** binutils take a word that begins with @ for the name of a file with words. */
const asWord = (name: string) => (name.startsWith('@') ? ` ${name}` : name).slice(0, MOST_LETTERS)

/** `symbols` as people write them, where there is a c++filt; `isBare` as profilers do, without parameters and returned types. */
export async function readableNames(
  symbols: string[],
  signal: AbortSignal,
  isBare = false,
): Promise<string[]> {
  const shown: string[] = []
  const flags = isBare ? ['-p', '--'] : ['--']
  try {
    for (const some of batches(symbols))
      for await (const line of toolLines('c++filt', [...flags, ...some.map(asWord)], signal))
        shown.push(frameName(line))
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error
  }
  return shown.length === symbols.length ? shown : symbols.map(frameName)
}
