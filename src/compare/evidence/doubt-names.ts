// What the codes of disturbances are called in messages.
const NAMES: Record<string, string> = {
  steal: 'stolen CPU time',
  'foreign-load': 'foreign load',
  'involuntary-switches': 'involuntary switches',
  throttled: 'throttling',
  swapped: 'swapping',
  'memory-stall': 'waiting for memory',
  'device-interrupts': 'device interrupts',
  migrated: 'migrations',
  'major-faults': 'major faults',
}

/** The name of a code; a code of another version stands for itself. */
export const doubtName = (code: string): string => NAMES[code] ?? code

/** Codes by how often they occur, the most common first. */
export function commonest(codes: string[]): string[] {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([code]) => code)
}
