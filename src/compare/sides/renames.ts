// Renamed benchmarks. The baseline's samples get the candidate's names before anything is paired up. So a rename turns
// a removed row and a new one into a comparison, and does nothing else. `renamed` in .stable-bench.yml lists the
// renames: nothing is guessed.
import type { Rename, Session } from '../../model/index.ts'

/** `renamed` has, by its new name, each benchmark that the newest session has under another one. */
export type Followed = { baselines: Session[]; renamed: Map<string, Rename> }

const has = ({ benchmarks, failures }: Session, name: string) =>
  [...benchmarks, ...failures].some(each => each.name === name)

/**
 * Whether a rename applies. It does not where the candidate still has the old name. A pull request's own entry counts
 * only where no session of the base has the new name: it must not choose the baseline of a benchmark that the base has.
 */
function applies({ from, to, proposed }: Rename, baselines: Session[], candidates: Session[]): boolean {
  if (candidates.some(session => has(session, from))) return false
  return !(proposed && baselines.some(session => has(session, to)))
}

function withName(session: Session, { from, to }: Rename): Session {
  if (has(session, to)) return session
  const named = <Entry extends { name: string }>(entry: Entry) =>
    entry.name === from ? { ...entry, name: to } : entry
  return { ...session, benchmarks: session.benchmarks.map(named), failures: session.failures.map(named) }
}

/** The baselines (the newest first) with the names of today. Entries are followed in their order: a → b, b → c. */
export function followRenames(baselines: Session[], candidates: Session[], renames: Rename[]): Followed {
  const renamed = new Map<string, Rename>()
  let sessions = baselines
  for (const rename of renames) {
    if (!applies(rename, sessions, candidates)) continue
    const [newest] = sessions
    if (newest && has(newest, rename.from) && !has(newest, rename.to)) {
      const earlier = renamed.get(rename.from)
      renamed.delete(rename.from)
      // In a chain, keep the base commit's name: `from` of the first proposed link.
      renamed.set(rename.to, earlier?.proposed ? { ...earlier, to: rename.to } : rename)
    }
    sessions = sessions.map(session => withName(session, rename))
  }
  return { baselines: sessions, renamed }
}
