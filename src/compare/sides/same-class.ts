// Chooses the stored sessions of a class of equal machines. Machines of one make differ by a little, just as sessions
// of one machine do. So sessions of other machines must not count as sessions of the candidate's own machine.
import type { Session, Warning } from '../../model/index.ts'

type WithTestbed = Pick<Session, 'testbed'>

const hostOf = ({ testbed }: WithTestbed) => testbed?.facts.host

/** The newest session of each machine, so that none weighs more than another. */
function onePerMachine(baselines: Session[]): Session[] {
  const newest = new Map<string, Session>()
  for (const session of baselines) {
    const host = hostOf(session) ?? ''
    if (!newest.has(host)) newest.set(host, session)
  }
  return [...newest.values()]
}

/**
 * The stored sessions (the newest first) to compare candidates of a class with: those of their own machine, else the newest
 * of each other one. The latter spread as sessions and machines do (`isAcross`), and so does a candidate on one more
 * machine. Without a class, all sessions count.
 */
export function classBaselines(
  baselines: Session[],
  candidates: WithTestbed[],
): { baselines: Session[]; isAcross: boolean } {
  const hosts = new Set(candidates.map(hostOf))
  const [host] = hosts
  if (host === undefined) return { baselines, isAcross: false }
  const own = hosts.size === 1 ? baselines.filter(session => hostOf(session) === host) : []
  if (own.length > 0) return { baselines: own, isAcross: false }
  return { baselines: onePerMachine(baselines), isAcross: baselines.length > 0 }
}

/** Says which machines a candidate was compared with. */
export function classNote(baselines: Session[]): Warning {
  const count =
    baselines.length === 1
      ? 'one session of another machine'
      : `one session each of ${baselines.length} other machines`
  const name = baselines[0]?.testbed?.facts.machine
  const message = `this machine has no stored results. The baseline is ${count} of class ${name}; the interval includes the spread between machines`
  return { code: 'machine-class', message }
}
