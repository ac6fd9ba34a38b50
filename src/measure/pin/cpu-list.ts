// The kernel's CPU list format, `0-3,8,10-11`. See Documentation/admin-guide/cputopology.rst.
import { InputError } from '../../model/index.ts'

/** The numbers in `list`, ascending, each once. Throws an InputError naming `source`; an empty list is empty. */
export function parseCpuList(list: string, source: string, what = 'CPU'): number[] {
  const numbers = new Set<number>()
  for (const part of list.trim().split(',').filter(Boolean)) {
    const range = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim())
    const from = Number(range?.[1])
    const to = Number(range?.[2] ?? range?.[1])
    if (!range || to < from) {
      throw new InputError(`${source}: '${part}' is no ${what} or range; write a list such as 2,3 or 4-7`)
    }
    for (let number = from; number <= to; number++) numbers.add(number)
  }
  return [...numbers].sort((a, b) => a - b)
}

/** The list of `numbers` as the kernel writes it: ascending, neighbours as a range. */
export function formatCpuList(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}
