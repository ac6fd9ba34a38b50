// Reads what benchmark tools have kept of their histories, as series of nights.
import { execFileSync } from 'node:child_process'

/** One benchmark: a value for each session in order of time, null where it was not measured. */
export type RealSeries = { name: string; unit: string; values: (number | null)[] }

/** The sessions of a suite: when each was (ISO 8601), and its commit. */
export type RealHistory = {
  suite: string
  sessions: { date: string; commit: string }[]
  series: RealSeries[]
}

type Session = { at: number; commit: string; values: Map<string, number>; units: Map<string, string> }

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number

/** Sessions in order of time as series; one with fewer than `fewest` values says nothing. */
function historyOf(suite: string, sessions: Session[], fewest: number): RealHistory {
  const ordered = sessions.toSorted((a, b) => a.at - b.at)
  const names = [...new Set(ordered.flatMap(({ values }) => [...values.keys()]))]
  const series = names.map(name => ({
    name,
    unit: ordered.find(({ units }) => units.has(name))?.units.get(name) ?? '',
    values: ordered.map(({ values }) => values.get(name) ?? null),
  }))
  return {
    suite,
    sessions: ordered.map(({ at, commit }) => ({ date: new Date(at).toISOString(), commit })),
    series: series.filter(({ values }) => values.filter(value => value !== null).length >= fewest),
  }
}

function grouped<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

type Bench = { name: string; value: number; unit: string }
type Entry = { commit: { id: string }; date: number; benches: Bench[] }

/** All suites of a `data.js`. A benchmark that is there twice in a session gets the middle of its values. */
export function readDataJs(name: string, text: string, fewest: number): RealHistory[] {
  const { entries }: { entries: Record<string, Entry[]> } = JSON.parse(
    text.slice(text.indexOf('{')).replace(/;\s*$/, ''),
  )
  return Object.entries(entries).map(([suite, list]) => {
    const sessions = list.map(({ commit, date, benches }) => {
      const all = grouped(
        benches.filter(({ value }) => Number.isFinite(value)),
        bench => bench.name,
      )
      const values = new Map(
        [...all].map(([key, found]) => [key, middle(found.map(each => Number(each.value)))]),
      )
      return {
        at: date,
        commit: commit.id,
        values,
        units: new Map(benches.map(each => [each.name, each.unit])),
      }
    })
    return historyOf(`${name}: ${suite}`, sessions, fewest)
  })
}

type AsvFile = {
  commit_hash: string
  date: number
  result_columns?: string[]
  results: Record<string, ((number | null)[] | null | string[][])[] | null>
}

/** The parameters of each value of a benchmark: the product of their lists, the last one fastest. */
function combinations(params: string[][]): string[] {
  return params.reduce<string[]>(
    (names, values) => names.flatMap(name => values.map(value => `${name},${value}`)),
    [''],
  )
}

function sessionOfAsv({ commit_hash: commit, date: at, results }: AsvFile): Session {
  const values = new Map<string, number>()
  for (const [benchmark, columns] of Object.entries(results)) {
    const [found, params] = [columns?.[0], columns?.[1]] as [(number | null)[] | null, string[][]]
    if (!Array.isArray(found)) continue
    combinations(params ?? []).forEach((combination, i) => {
      const value = found[i]
      if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return
      values.set(combination === '' ? benchmark : `${benchmark}(${combination.slice(1)})`, value)
    })
  }
  return { at, commit, values, units: new Map() }
}

/** The history of an asv machine in a clone: of each commit the environment that most commits were measured in. */
export function readAsv(name: string, folder: string, machine: string, fewest: number): RealHistory[] {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 1e9 })
  const files = git('ls-tree', '-r', '--name-only', 'HEAD', `results/${machine}`)
    .split('\n')
    .filter(path => /[0-9a-f]{8}-.*\.json$/.test(path))
  const byEnvironment = grouped(files, path => path.replace(/.*\/[0-9a-f]{8}-/, ''))
  const [most = []] = [...byEnvironment.values()].toSorted((a, b) => b.length - a.length)
  const sessions = most.map(path =>
    sessionOfAsv(JSON.parse(git('show', `HEAD:${path}`).replace(/-?\b(?:NaN|Infinity)\b/g, 'null'))),
  )
  return [historyOf(name, sessions, fewest)]
}
