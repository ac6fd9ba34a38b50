// CPU sets as the kernel writes them: lists (`0-3,8`) and hexadecimal masks (`ff,00000003`).

/** The numbers of a list, ascending; null for what is no list. */
export function cpuNumbers(list: string): number[] | null {
  const text = list.trim()
  if (text === '') return []
  const numbers = new Set<number>()
  for (const part of text.split(/[\s,]+/)) {
    const range = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part)
    if (!range) return null
    const last = Number(range[2] ?? range[1])
    for (let cpu = Number(range[1]); cpu <= last; cpu++) numbers.add(cpu)
  }
  return [...numbers].sort((a, b) => a - b)
}

/** Whether two lists name the same CPUs, however they are written. */
export function sameCpus(one: string, other: string): boolean {
  const [left, right] = [cpuNumbers(one), cpuNumbers(other)]
  return left !== null && right !== null && left.join() === right.join()
}

/** Whether two masks are the same but for grouping and leading zeros. */
export function sameMask(one: string, other: string): boolean {
  const digits = (mask: string) => mask.replaceAll(',', '').replace(/^0+/, '').toLowerCase()
  return digits(one) === digits(other)
}
