// Says on one line how it was measured: the settings that change a number. Usual values are left out, except those that
// most readers ask for.
import { type Comparison, isPlain, type Setting, settingNames, type Testbed } from '../../model/index.ts'
import { counted } from './numbers.ts'
import { shortenMiddle } from './shorten-middle.ts'
import { visibleText } from './visible-text.ts'

const WIDTH = 60

const WRITTEN: Record<Setting, (value: string) => string> = {
  cache: value => `${value} page cache`,
  'evicted-caches': () => 'cold processor caches',
  aslr: value => `ASLR ${value}`,
  priority: value => `priority ${value}`,
  attached: value => (value === 'yes' ? 'attached' : 'not attached'),
  'numa-node': value => `NUMA node ${value}`,
  'lock-memory': () => 'no limit on locked memory',
  'warmup-runs': value => counted(Number(value), 'warm-up run'),
  'cool-down': value => `cool-down ${value}`,
  delta: value => `delta ${value}`,
  layouts: () => 'several builds a side',
  duet: () => 'duet',
  service: value => `a new service each run, ${value}`,
  prepare: value => `before each run: ${value}`,
  clock: value => `clock ${value}`,
}

function isSaid(name: Setting, facts: Record<string, string>): boolean {
  if (facts[name] === undefined) return false
  const always =
    ['cache', 'aslr', 'warmup-runs'].includes(name) || (name === 'attached' && facts[name] === 'yes')
  return always || !isPlain(name, facts)
}

/** Null where no settings are recorded: `warm page cache, ASLR off, attached, 1 warm-up run`. */
export function settingsLine({ facts }: Pick<Testbed, 'facts'>): string | null {
  const said = settingNames.filter(name => isSaid(name, facts))
  const texts = said.map(name => shortenMiddle(visibleText(WRITTEN[name](facts[name] ?? '')), WIDTH))
  return texts.length === 0 ? null : texts.join(', ')
}

/** The candidate's settings, and the baseline's where those are unknown; null where both are. */
export function settingsOfBoth({ candidate, baseline }: Comparison): string | null {
  const testbed = candidate.testbed ?? baseline.testbed
  return testbed === null ? null : settingsLine(testbed)
}
