// What a service used for its requests once it was warm. Its CPU time for a request falls for longer than their times do, since a
// compiler works beside them, on other threads: so it has a course of its own.
import type { TimedLoad } from '../formats/format.ts'
import { secondsOf } from '../formats/load/steady-load.ts'
import type { CourseOfUse } from '../measure/process/run-process.ts'
import type { WarmUp } from '../model/index.ts'
import { steadyStart } from '../stats/series/steady-start.ts'

/** `requests` ended in the part that counts. `said` is how much came before. */
export type SteadyUse = {
  cpuTime: number
  instructions: number | null
  requests: number
  said: { warmUp?: WarmUp }
}

type Moment = CourseOfUse[number]

/** The CPU time for a request from each reading to the next one between which requests ended. */
function costs(ends: number[], course: CourseOfUse): { at: number; cost: number }[] {
  const found: { at: number; cost: number }[] = []
  let [from, done] = [course[0] as Moment, 0]
  for (const to of course.slice(1)) {
    const begun = done
    while (done < ends.length && (ends[done] as number) <= to.at) done++
    if (done === begun) continue
    found.push({ at: from.at, cost: (from.cpuTime - to.cpuTime) / (done - begun) })
    from = to
  }
  return found
}

/** What was used from a moment on: between two readings as much in each millisecond. Null outside of the readings. */
function usedSince(since: number, course: CourseOfUse): Pick<SteadyUse, 'cpuTime' | 'instructions'> | null {
  const after = course.findIndex(({ at }) => at > since)
  const [one, other] = [course[after - 1], course[after]]
  if (one === undefined || other === undefined) return null
  const share = (since - one.at) / (other.at - one.at)
  const between = (from: number, to: number) => from + share * (to - from)
  return {
    cpuTime: between(one.cpuTime, other.cpuTime),
    instructions:
      one.instructions === null || other.instructions === null
        ? null
        : between(one.instructions, other.instructions),
  }
}

const unsteady: { warmUp: WarmUp } = { warmUp: { unit: 's', leftOut: [null] } }

/**
 * What counts of a service, from where times and CPU times of its requests are steady. Null where it was read too seldom to know.
 */
export function steadyUse({ ends, since }: TimedLoad, course: CourseOfUse): SteadyUse | null {
  const [first] = course
  if (first === undefined) return null
  const inTurn = costs(ends, course)
  const start = steadyStart(inTurn.map(({ cost }) => cost))
  const all = { ...first, requests: ends.length }
  if (start === null) return { ...all, said: unsteady }
  const from = Math.max(since, start === 0 ? Number.NEGATIVE_INFINITY : (inTurn[start]?.at ?? 0))
  const used = Number.isFinite(from) ? usedSince(from, course) : null
  if (used === null) return { ...all, said: {} }
  const left = ends.findIndex(end => end > from)
  const seconds = secondsOf(from - (ends[0] ?? from))
  return { ...used, requests: ends.length - left, said: { warmUp: { unit: 's', leftOut: [seconds] } } }
}
