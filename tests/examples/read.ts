import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** Both sides of every line of a table that the tests of the runner hooks read as well. */
export function examplesOf(
  table: 'cpu-lists' | 'cpu-choices' | 'receipt-values' | 'grades',
): [string, string][] {
  const lines = readFileSync(join(here, `${table}.txt`), 'utf8').split('\n')
  const examples = lines.filter(line => line !== '' && !line.startsWith('#'))
  return examples.map(line => {
    const at = line.lastIndexOf(' => ')
    return [line.slice(0, at), line.slice(at + ' => '.length)]
  })
}
