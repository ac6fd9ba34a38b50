// Runs of both sides in turn under a profiler. Nothing of them is a measurement.
import { mkdirSync, rmSync } from 'node:fs'
import { type Profile, perRequest } from '../../explain/profile.ts'
import { moveToHousekeeping } from '../../measure/pin/housekeeping.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import { measureRuns, type Run } from '../../measure/runs/measure-runs.ts'
import { measuredRounds, type PlannedRun, type Side } from '../../measure/runs/schedule.ts'
import type { AroundService, Measuring } from '../../measure/runs/start-command.ts'
import { parseRun } from '../parse-output.ts'
import { emptyRecord } from '../record.ts'
import type { MeasureRequest } from '../request/request.ts'
import type { Job } from '../start.ts'
import { NoProfile, type Profiler } from './profiler.ts'

export type Profiles = Record<Side, Profile[]>

/** With fewer runs a side no function can be named: see permuted-maximum.ts. */
const FEWEST_ROUNDS = 5
export const MOST_ROUNDS = 20
/** So many samples of both sides together are the start of the program, and nothing else. */
const FEWEST_SAMPLES = 100

export const samplesIn = (profiles: Profile[]): number =>
  profiles.reduce((sum, each) => sum + Math.round(each.samples), 0)

/** The samples of both sides that all rounds will have, going by those so far. */
const foreseen = ({ baseline, candidate }: Profiles, rounds: number) =>
  (samplesIn(baseline) + samplesIn(candidate)) * (rounds / candidate.length)

type Profiling = {
  profiler: Profiler
  names: MeasureRequest['benchmarks']
  /** The directory that the profiler writes into. It is made anew for each run. */
  out: string
  /** When to stop, by performance.now(), and after how many runs a side. */
  deadline: number
  rounds: number
  hertz: number
}

/** Samples a second for a run of so many nanoseconds on a CPU: many in a short one, and few enough that they cost nothing. */
export function hertzFor(cpuTime: number): number {
  const wanted = 2000 / Math.max(1e-3, cpuTime / 1e9)
  // Odd, so that no loop of the program keeps time with it.
  return Math.round(Math.min(4999, Math.max(997, wanted))) | 1
}

/** The profiler around a service, in place of around the command. */
function aroundService({ profiler, out, hertz }: Profiling): AroundService {
  const { start, whileCounted } = profiler.ofService ?? { start: profiler.start }
  return {
    start: taken => start(taken, { out, hertz }),
    whileCounted: whileCounted?.(out, hertz) ?? (work => work()),
  }
}

/** The runs as the job makes them, of the builds that it has, with the profiler in front of the command. In a duet, they take turns. */
function profiledRuns({ measuring, record }: Job, profiling: Profiling): Measuring {
  const { profiler, out, hertz } = profiling
  const { duet: _, watch: __, evictBytes: ___, serve, ...plain } = measuring
  const taken = (argv: string[], delta = 0) => {
    // One process with as much work as the longer of a pair.
    const whole = delta > 0 ? argv.map(word => word.replaceAll('{n}', String(2 * delta))) : argv
    return profiler.start({ argv: whole, env: measuring.env }, { out, hertz })
  }
  const commands = Object.entries(measuring.commands)
  const taking: Partial<Measuring> =
    serve === undefined
      ? {
          env: taken([]).env,
          commands: Object.fromEntries(
            commands.map(([side, command]) => [
              side,
              { ...command, argv: taken(command.argv, command.delta).argv, delta: 0 },
            ]),
          ),
        }
      : { serve: (run, load) => serve(run, load, aroundService(profiling)) }
  return {
    ...plain,
    layouts: record.layouts.slice(0, record.builds),
    coolDownMs: 0,
    ...taking,
    prepare: async (planned, cwd) => {
      rmSync(out, { recursive: true, force: true })
      mkdirSync(out)
      await measuring.prepare(planned, cwd)
    },
  }
}

/** The profile of a run; of a service the time for each request, where its load counts them. */
function counted(profile: Profile, run: Run, { request, record: { parsers } }: Job): Profile {
  const parser = parsers[run.planned.side]
  if (request.service === null || parser === null) return profile
  const { requests } = parseRun(run, parser, null)
  if (requests === 0) throw new NoProfile('under the profiler the service answered no request')
  return requests === undefined ? profile : perRequest(profile, requests)
}

async function profileRound(
  job: Job,
  round: PlannedRun[],
  profiling: Profiling,
  timeoutMs: number,
): Promise<[Side, Profile][]> {
  const { profiler, out } = profiling
  const measuring = { ...profiledRuns(job, profiling), timeoutMs }
  const found: [Side, Profile][] = []
  try {
    for await (const run of measureRuns(round, measuring, emptyRecord())) {
      const profile = await profiler.read(out, measuring.signal)
      found.push([run.planned.side, counted(profile, run, job)])
    }
  } finally {
    profiler.tidy?.()
  }
  return found
}

/**
 * The profiles of as many runs of each side as fit into the time. Throws NoProfile where they are too few, and as `measureRuns` does.
 */
export async function profileSides(
  job: Job,
  profiling: Profiling,
  onLine: (line: string) => void,
): Promise<Profiles> {
  const profiles: Profiles = { baseline: [], candidate: [] }
  const keeping = moveToHousekeeping(job.pinning.cpus, job.topology)
  let longest = 0
  try {
    for (const round of measuredRounds(job.schedule, 0, profiling.rounds, profiling.names)) {
      const left = profiling.deadline - performance.now()
      if (left < longest * 1.1) break
      const timeoutMs = Math.min(job.request.timeoutMs, Math.max(1000, left))
      const begun = performance.now()
      const made = await profileRound(job, round, profiling, timeoutMs).catch(error => {
        if (error instanceof MeasureError && performance.now() >= profiling.deadline) return null
        throw error
      })
      longest = Math.max(longest, performance.now() - begun)
      if (made === null) break
      for (const [side, profile] of made) profiles[side].push(profile)
      if (
        profiles.candidate.length === FEWEST_ROUNDS &&
        foreseen(profiles, profiling.rounds) < FEWEST_SAMPLES
      )
        break
      if (profiles.candidate.length === 1)
        onLine(`profiling with ${profiling.profiler.name}: ${(longest / 1000).toFixed(1)} s a round`)
    }
  } finally {
    keeping.restore()
  }
  const made = profiles.candidate.length
  if (made < FEWEST_ROUNDS) {
    const seconds = (longest / 1000).toPrecision(2)
    throw new NoProfile(
      `a round of profiles takes ${seconds} s, and ${FEWEST_ROUNDS} are needed: raise explain-time, or make the benchmark shorter`,
    )
  }
  const samples = samplesIn(profiles.baseline) + samplesIn(profiles.candidate)
  if (samples < FEWEST_SAMPLES)
    throw new NoProfile(
      `the profiles of ${2 * made} runs have ${samples} samples: the program is too short, or waits; give it more work in a run`,
    )
  return profiles
}
