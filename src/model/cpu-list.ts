// The kernel's CPU list format, `0-3,8,10-11`: see Documentation/admin-guide/cputopology.rst. The runner hooks read the
// same lists in runner-hooks/lib/machine/cpu-list.sh; tests/examples/cpu-lists.txt holds both to the same results.
import { InputError } from './input-error.ts'

/** A list has commas or, as in some files of the kernel, blanks between its numbers and ranges. */
function itemsOf(list: string): string[] {
  const text = list.trim()
  return text === '' ? [] : text.split(/\s*,\s*|\s+/)
}

/** The numbers of one number or ascending range, or null for anything else. */
function numbersOf(item: string): number[] | null {
  const range = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(item)
  if (!range) return null
  const first = Number(range[1])
  const last = Number(range[2] ?? first)
  return first > last ? null : Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b)

/** The numbers in `list`, ascending, each once; null when it is not a list. An empty list has no numbers. */
export function cpuNumbers(list: string): number[] | null {
  const numbers = itemsOf(list).map(numbersOf)
  return numbers.includes(null) ? null : ascending(numbers.flatMap(each => each ?? []))
}

/** As `cpuNumbers`, but throws an InputError that names `source` and the item that is not a `what` or a range. */
export function parseCpuList(list: string, source: string, what = 'CPU'): number[] {
  const numbers = cpuNumbers(list)
  if (numbers !== null) return numbers
  const wrong = itemsOf(list).find(item => numbersOf(item) === null)
  throw new InputError(`${source}: '${wrong}' is not a ${what} or range; write a list such as 2,3 or 4-7`)
}

/** The list of `numbers` as the kernel writes it: ascending, neighbours as a range. */
export function formatCpuList(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of ascending(numbers)) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}
