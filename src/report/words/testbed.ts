// The machine and the settings that change a number, each on one line: so that a reader knows whether they could repeat the
// measurement. Usual settings are left out, except those that most readers ask for.
import { isPlain, type Setting, settingNames, type Testbed } from '../../model/index.ts'
import { counted } from './numbers.ts'
import { shortenMiddle, visibleText } from './visible-text.ts'

const WIDTH = 60

/** Says which CPUs the benchmark was pinned to: `list` is a CPU list, or `none`. */
export const cpusText = (list: string) => (list === 'none' ? 'not pinned' : `CPU ${list}`)

/** How each fact is written: as `name value`, unless the value speaks for itself. */
const MACHINE: [fact: string, write: (value: string) => string | null][] = [
  ['cpu-model', value => value.replace(/\(R\)|\(TM\)/gi, '')],
  ['virtual', value => (value === 'no' ? null : 'virtual')],
  ['memory', value => value],
  ['kernel', value => `kernel ${value}`],
  ['governor', value => `governor ${value}`],
  ['turbo', value => `turbo ${value}`],
  ['smt', value => `SMT ${value}`],
  ['pinned-cpus', cpusText],
]

/** `tuned, AMD EPYC 4345P, 64 GiB, kernel 6.12.48, governor performance, turbo off, CPU 2`; null where none of it is known. */
export function testbedLine({ grade, facts }: Testbed): string | null {
  const parts = MACHINE.flatMap(([fact, write]) => {
    const value = facts[fact]
    const text = value === undefined || value.trim() === '' ? null : write(value.trim())
    return text === null ? [] : [shortenMiddle(visibleText(text), WIDTH)]
  })
  return parts.length === 0 ? null : [grade, ...parts].join(', ')
}

const SETTINGS: Record<Setting, (value: string) => string> = {
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
  if (name === 'attached' && facts[name] === 'yes') return true
  return ['cache', 'aslr', 'warmup-runs'].includes(name) || !isPlain(name, facts)
}

/** Null where no settings are recorded: `warm page cache, ASLR off, attached, 1 warm-up run`. */
export function settingsLine({ facts }: Pick<Testbed, 'facts'>): string | null {
  const said = settingNames.filter(name => isSaid(name, facts))
  const texts = said.map(name => shortenMiddle(visibleText(SETTINGS[name](facts[name] ?? '')), WIDTH))
  return texts.length === 0 ? null : texts.join(', ')
}
