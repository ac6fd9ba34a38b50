// Turns the results of other tools for earlier commits into nights of a history. These nights have a machine and a
// testbed of their own, since nobody knows the state of the real one.
import { grouped } from '../../grouped.ts'
import { shortDigest } from '../../model/digest.ts'
import { InputError, type Sample, type Session, type TrendHistory } from '../../model/index.ts'
import { mergeHistories } from '../store/merge.ts'
import { nightOfSession } from '../store/night-of.ts'

/** The results of one commit in one file. Only measurements of a known process of their own make a run. */
export type ImportedPoint = {
  /** Names the file, and the place in it where there are several. */
  source: string
  tool: string
  machine: string
  /** Each environment of a machine is a machine of its own; undefined where the tool has none. */
  environment?: string | null
  commit: string | null
  /** Where it is in the order of nights; ISO 8601. */
  date: string
  benchmarks: Sample[]
}

const digest = (value: unknown) => shortDigest(JSON.stringify(value), 12)

/**
 * The points with the names of their machines: the tool's with the environment, or `name` where it is given. The
 * environment belongs to a given name only where there are several: one level must not be made of two.
 */
export function onMachines(points: ImportedPoint[], name: string): ImportedPoint[] {
  const isApart = name === '' || new Set(points.map(({ environment }) => environment)).size > 1
  return points.map(point => {
    const machine = name === '' ? point.machine : name
    const environment = isApart ? point.environment : null
    return { ...point, machine: environment ? `${machine}, ${environment}` : machine }
  })
}

/** The key of a night. All files of one commit on one machine make one night. Without a commit, the time counts. */
const nightKey = ({ tool, machine, commit, date }: ImportedPoint) =>
  JSON.stringify([tool, machine, commit ?? date])

/** The benchmarks of one night; those that are in several files have the runs of all. Throws for two units. */
function joinedBenchmarks(points: ImportedPoint[]): Sample[] {
  const joined = new Map<string, Sample>()
  for (const { source, benchmarks } of points) {
    for (const sample of benchmarks) {
      const key = JSON.stringify([sample.name, sample.metric])
      const known = joined.get(key)
      if (known && known.unit !== sample.unit) {
        throw new InputError(
          `${source}: ${sample.name} (${sample.metric}) is in ${sample.unit}, in another file of this commit in ` +
            `${known.unit}; import one of the two`,
        )
      }
      joined.set(key, known ? { ...known, runs: [...known.runs, ...sample.runs] } : sample)
    }
  }
  return [...joined.values()]
}

function sessionOf(points: ImportedPoint[], suite: string): Session {
  const { source, tool, machine, commit, date } = points[0] as ImportedPoint
  const times = { wallTime: 0, userTime: 0, systemTime: 0 }
  const counts = { peakMemory: null, minorFaults: null, majorFaults: null }
  const switches = { voluntarySwitches: null, involuntarySwitches: null }
  const gradeReason = `imported from ${tool}: nobody knows how the machine was`
  return {
    source,
    suite,
    tool,
    revision: { commit, ref: null, dirty: null },
    testbed: {
      grade: 'untuned',
      gradeReason,
      fingerprint: digest(['imported', tool, machine]),
      facts: { machine },
    },
    plan: null,
    order: null,
    // The commit identifies a night. Its date may be known better at the next import.
    evidence: commit === null ? [{ startedAt: date, ...times, ...counts, ...switches }] : [],
    warnings: [],
    failures: [],
    benchmarks: joinedBenchmarks(points),
  }
}

/** The history of `points`. The same ones make the same nights. Throws an InputError for none, and for two units in one night. */
export function importedHistory(
  points: ImportedPoint[],
  suite: string,
  repository: string | null,
): TrendHistory {
  return mergeHistories(
    [...grouped(points, nightKey).values()].map(all => {
      const { date, tool } = all[0] as ImportedPoint
      return nightOfSession(sessionOf(all, suite), { repository, date, imported: tool })
    }),
  )
}

export const NO_AMOUNT = 'which is not a finite, non-negative number'
