// Tells benchmarks of one name apart. Many tools allow equal names in two groups, files, targets or jobs. What the output
// says of that becomes part of the name, but only where names collide: all others keep theirs, and their history. Where
// names are equal only since something was taken off, they are as printed.
import type { Warning } from '../model/index.ts'
import { samplesFormat } from './documents/samples.ts'
import { type Format, firstTen, type Parsed } from './format.ts'

type Entry = { name: string; place?: string; printed?: string | undefined }

/** The names of which the output says different things: of their places, or of how they were printed. */
function ambiguous(entries: Entry[], key: 'place' | 'printed'): Set<string> {
  const first = new Map<string, string>()
  const found = new Set<string>()
  // Most outputs say nothing of any, and a large one has many.
  if (entries.every(entry => entry[key] === undefined)) return found
  for (const { name, [key]: value = '' } of entries) {
    const known = first.get(name)
    if (known === undefined) first.set(name, value)
    else if (known !== value) found.add(name)
  }
  return found
}

/** The entry as it was printed, where another one of its name was printed otherwise. */
function unshortened<Each extends Entry>(entry: Each, names: Set<string>): Each {
  if (entry.printed === undefined || !names.has(entry.name)) return entry
  const { printed, ...rest } = entry
  return { ...rest, name: printed } as Each
}

/** The entry without its place, which is in front of its name where another entry of that name has another place. */
function placed<Each extends Entry>(entry: Each, names: Set<string>): Each {
  if (entry.place === undefined) return entry
  const { place, ...rest } = entry
  return (place && names.has(rest.name) ? { ...rest, name: `${place}/${rest.name}` } : rest) as Each
}

/** Numbers the benchmarks that have a metric a second time, by their order; adds their names to `names`. */
function numbered<Each extends Entry & { metric: string }>(samples: Each[], names: Set<string>): Each[] {
  const counts = new Map<string, Map<string, number>>()
  return samples.map(sample => {
    const ofName = counts.get(sample.name) ?? new Map<string, number>()
    if (ofName.size === 0) counts.set(sample.name, ofName)
    const count = (ofName.get(sample.metric) ?? 0) + 1
    ofName.set(sample.metric, count)
    if (count === 1) return sample
    names.add(sample.name)
    return { ...sample, name: `${sample.name} #${count}` }
  })
}

/** The same results with names of their own; a warning says which of them only their order tells apart. */
function tellApart({ samples, failures, warnings, ...rest }: Parsed): Parsed {
  const printed = ambiguous([...samples, ...failures], 'printed')
  const own = {
    samples: samples.map(sample => unshortened(sample, printed)),
    failures: failures.map(failure => unshortened(failure, printed)),
  }
  const places = ambiguous([...own.samples, ...own.failures], 'place')
  const names = new Set<string>()
  const apart = numbered(
    own.samples.map(sample => placed(sample, places)),
    names,
  )
  const message = `several benchmarks have one name, and only their order tells them apart (#2, #3, …): ${firstTen(names)}`
  const doubt: Warning[] = names.size === 0 ? [] : [{ code: 'same-name', message }]
  return {
    ...rest,
    samples: apart,
    failures: own.failures.map(failure => placed(failure, places)),
    warnings: [...warnings, ...doubt],
  }
}

/** The results as `tellApart` names them. In our own documents the same name twice is a mistake, which is refused. */
export const ownNames = (parsed: Parsed, { name }: Pick<Format, 'name'>): Parsed =>
  name === samplesFormat.name ? parsed : tellApart(parsed)
