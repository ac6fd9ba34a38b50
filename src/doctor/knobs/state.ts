// How the state of a knob follows from the files that the kit would write, read without any privilege.
import { distinctTexts, type FileTree } from '../../kernel-files.ts'
import type { KnobState } from '../../model/index.ts'
import type { Services } from '../services.ts'

/** The sources that the knobs of one machine are read from. */
export type KnobSources = {
  tree: FileTree
  facts: Record<string, string>
  services: Services
  /** The CPUs that the kit would keep for benchmarks, and all others. */
  benchmark: number[]
  others: number[]
}

export type KnobReading = Pick<KnobState, 'state' | 'value'>

type ReadKnob = (context: KnobSources) => KnobReading

/** A knob: `wanted` is the value of the kit's profile `standard`. */
export type Knob = [knob: string, wanted: string, read: ReadKnob]

const MOST_VALUES = 3

/** The values that differ, in few words. */
function shown(values: string[]): string {
  const different = distinctTexts(values)
  const more = different.length - MOST_VALUES
  return `${different.slice(0, MOST_VALUES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const unsupported = (why: string): KnobReading => ({ state: 'unsupported', value: why })
export const unreadable = (why: string): KnobReading => ({ state: 'unreadable', value: why })

/** `on` where every value is good; unsupported for `why` where there is none. */
export function judgedState(values: string[], isGood: (value: string) => boolean, why: string): KnobReading {
  const known = values.filter(value => value !== '')
  if (known.length === 0) return unsupported(why)
  return { state: known.every(isGood) ? 'on' : 'off', value: shown(known) }
}

/** The texts of the files at `path`, in which `*` stands for every name in a directory. */
export function valuesIn({ read, names }: FileTree, path: string): string[] {
  const [first = '', ...rest] = path.split('/*')
  const places = rest.reduce(
    (found, part) => found.flatMap(place => names(place).map(name => `${place}/${name}${part}`)),
    [first],
  )
  return places.map(place => read(place))
}

/** A knob that is files with the wanted value. */
export const wantedIn =
  (paths: string | string[], wanted: string, why: string): ReadKnob =>
  ({ tree }) =>
    judgedState(
      [paths].flat().flatMap(path => valuesIn(tree, path)),
      value => value === wanted,
      why,
    )

/** A knob that the profile leaves alone: its value is only shown. */
export const kept =
  (read: (context: KnobSources) => string, why: string): ReadKnob =>
  context => {
    const value = read(context)
    return value === '' ? unsupported(why) : { state: 'kept', value }
  }

/** A knob that stops units. */
export const stopped =
  (units: readonly string[]): ReadKnob =>
  ({ services }) => {
    if (services.hidden) return unreadable('a container does not see the services of its machine')
    const running = units.filter(unit => services.units.has(unit))
    if (running.length > 0)
      return { state: 'off', value: `${shown(running.map(unit => unit.replace(/\.service$/, '')))} running` }
    return services.systemd ? { state: 'on', value: 'none runs' } : unsupported('no systemd')
  }

/** A knob that keeps CPUs for benchmarks; there may be none to keep. */
export const withCpus =
  (read: ReadKnob): ReadKnob =>
  context =>
    context.benchmark.length === 0 || context.others.length === 0
      ? unsupported('no core to spare for benchmarks')
      : read(context)

/** The CPUs in a mask such as `ff,ffffffff`. */
export function maskCpus(mask: string): number[] {
  const bits = [...mask.replaceAll(',', '')].reverse()
  return bits.flatMap((digit, i) => {
    const value = Number.parseInt(digit, 16)
    return [0, 1, 2, 3].filter(bit => (value >> bit) & 1).map(bit => 4 * i + bit)
  })
}
