// The kernel's CPU list format, `0-3,8,10-11`. See Documentation/admin-guide/cputopology.rst.
import { InputError } from '../model.ts'

/** The CPU numbers in `list`, ascending, each once. Throws an InputError; an empty list is empty. */
export function parseCpuList(list: string, source: string): number[] {
  const numbers = new Set<number>()
  for (const part of list.trim().split(',').filter(Boolean)) {
    const range = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim())
    const from = Number(range?.[1])
    const to = Number(range?.[2] ?? range?.[1])
    if (!range || to < from) {
      throw new InputError(`${source}: '${part}' is no CPU or range; write a list such as 2,3 or 4-7`)
    }
    for (let cpu = from; cpu <= to; cpu++) numbers.add(cpu)
  }
  return [...numbers].sort((a, b) => a - b)
}
