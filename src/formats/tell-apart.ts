// Tells benchmarks of one name apart. Many tools allow equal names in two groups, files, targets or jobs. What the output
// says of that becomes part of the name, but only where names collide: all others keep theirs, and their history.
import type { Warning } from '../model/index.ts'
import { samplesFormat } from './documents/samples.ts'
import { type Format, firstTen, type Parsed } from './format.ts'

type Entry = { name: string; place?: string }

/** The places of each name: '' where the output names none. */
function placesOf(entries: Entry[]): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>()
  for (const { name, place = '' } of entries)
    places.set(name, (places.get(name) ?? new Set<string>()).add(place))
  return places
}

/** The entry without its place, which is in front of its name where another entry of that name has another place. */
function placed<Each extends Entry>({ place, ...entry }: Each, places: Map<string, Set<string>>): Each {
  const isAmbiguous = (places.get(entry.name)?.size ?? 0) > 1
  return (isAmbiguous && place ? { ...entry, name: `${place}/${entry.name}` } : entry) as Each
}

/** Numbers the benchmarks that have a metric a second time, by their order; adds their names to `numbered`. */
function numbered<Each extends Entry & { metric: string }>(samples: Each[], names: Set<string>): Each[] {
  const counts = new Map<string, number>()
  return samples.map(sample => {
    const key = JSON.stringify([sample.name, sample.metric])
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count === 1) return sample
    names.add(sample.name)
    return { ...sample, name: `${sample.name} #${count}` }
  })
}

/** The same results with names of their own; a warning says which of them only their order tells apart. */
function tellApart({ samples, failures, warnings }: Parsed): Parsed {
  const places = placesOf([...samples, ...failures])
  const names = new Set<string>()
  const apart = numbered(
    samples.map(sample => placed(sample, places)),
    names,
  )
  const message = `several benchmarks have one name, and only their order tells them apart (#2, #3, …): ${firstTen(names)}`
  const doubt: Warning[] = names.size === 0 ? [] : [{ code: 'same-name', message }]
  return {
    samples: apart,
    failures: failures.map(failure => placed(failure, places)),
    warnings: [...warnings, ...doubt],
  }
}

/** The results as `tellApart` names them. In our own documents the same name twice is a mistake, which is refused. */
export const ownNames = (parsed: Parsed, { name }: Pick<Format, 'name'>): Parsed =>
  name === samplesFormat.name ? parsed : tellApart(parsed)
