// Tells benchmarks of one name apart. Many tools allow equal names in two groups, files, targets or jobs. What the output
// says of that becomes part of the name, but only where names collide: all others keep theirs, and their history. Where
// names are equal only since something was taken off, they are as printed.
import type { Warning } from '../model/index.ts'
import { samplesFormat } from './documents/samples.ts'
import { type Format, firstTen, type Parsed } from './format.ts'

type Entry = { name: string; place?: string; printed?: string | undefined }

/** What the output says of each name: its places, or how it was printed; '' where it says nothing. */
function saidOf(entries: Entry[], key: 'place' | 'printed'): Map<string, Set<string>> {
  const said = new Map<string, Set<string>>()
  for (const { name, [key]: value = '' } of entries)
    said.set(name, (said.get(name) ?? new Set<string>()).add(value))
  return said
}

/** The entry as it was printed, where another one of its name was printed otherwise. */
function unshortened<Each extends Entry>({ printed, ...entry }: Each, said: Map<string, Set<string>>): Each {
  if (printed === undefined) return entry as Each
  const isAmbiguous = (said.get(entry.name)?.size ?? 0) > 1
  return (isAmbiguous ? { ...entry, name: printed } : { ...entry, printed }) as Each
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
  const printed = saidOf([...samples, ...failures], 'printed')
  const own = {
    samples: samples.map(sample => unshortened(sample, printed)),
    failures: failures.map(failure => unshortened(failure, printed)),
  }
  const places = saidOf([...own.samples, ...own.failures], 'place')
  const names = new Set<string>()
  const apart = numbered(
    own.samples.map(sample => placed(sample, places)),
    names,
  )
  const message = `several benchmarks have one name, and only their order tells them apart (#2, #3, …): ${firstTen(names)}`
  const doubt: Warning[] = names.size === 0 ? [] : [{ code: 'same-name', message }]
  return {
    samples: apart,
    failures: own.failures.map(failure => placed(failure, places)),
    warnings: [...warnings, ...doubt],
  }
}

/** The results as `tellApart` names them. In our own documents the same name twice is a mistake, which is refused. */
export const ownNames = (parsed: Parsed, { name }: Pick<Format, 'name'>): Parsed =>
  name === samplesFormat.name ? parsed : tellApart(parsed)
