// Names from which a part of the machine was taken off. `BenchmarkSort/size-8` may be `size-8`, or `size` with eight
// processors: one session alone is judged by what its benchmarks have in common, which differs where one was added. So here
// both sides are judged together.
import type { Session } from '../../model/index.ts'
import type { ComparisonRequest } from '../comparison-request.ts'

type Entry = { name: string; printed?: string | undefined }
type Named = Pick<Session, 'benchmarks' | 'failures'>

const entriesOf = ({ benchmarks, failures }: Named): Entry[] => [...benchmarks, ...failures]
const printedOf = ({ name, printed = name }: Entry) => printed

/** The names that a session may give to its benchmarks: each way is judged by how many the baseline has. */
function waysOf(session: Named, baseline: Named): ((entry: Entry) => string)[] {
  const own = new Set(entriesOf(session).map(({ name }) => name))
  const shortened = new Map(
    entriesOf(baseline).flatMap(({ name, printed }) =>
      printed === undefined || own.has(name) ? [] : [[printed, name] as const],
    ),
  )
  return [({ name }) => name, printedOf, ({ name }) => shortened.get(name) ?? name]
}

/** The session with the names that agree best with those of the baseline; with its own where none agrees better. */
function named(session: Session, baseline: Session): Session {
  const known = new Set(entriesOf(baseline).map(({ name }) => name))
  const entries = entriesOf(session)
  const counts = waysOf(session, baseline).map(nameOf => ({
    nameOf,
    count: new Set(entries.map(nameOf).filter(name => known.has(name))).size,
  }))
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one))
  if (best === counts[0]) return session
  const renamed = <Each extends Entry>(entry: Each): Each => ({ ...entry, name: best.nameOf(entry) })
  return {
    ...session,
    benchmarks: session.benchmarks.map(renamed),
    failures: session.failures.map(renamed),
  }
}

/** The request, in which all sessions name their benchmarks as the newest baseline does: the rules are for its names. */
export function namedAsBaseline(request: ComparisonRequest): ComparisonRequest {
  const [newest] = request.baselines
  const isShortened = (session: Session) => entriesOf(session).some(({ printed }) => printed !== undefined)
  if (newest === undefined || ![...request.baselines, ...request.candidates].some(isShortened)) return request
  return {
    ...request,
    baselines: request.baselines.map(each => named(each, newest)),
    candidates: request.candidates.map(each => named(each, newest)),
  }
}
