// A simulated range of commits on a simulated machine: what a run of each commit costs and takes.
import { seededUniform } from '../../src/stats/distributions/seeded-uniform.ts'

/** `step` is a share, `sd` that of one run. */
export type Scenario = {
  commits: number
  step: number
  sd: number
  kind: 'one step' | 'two steps' | 'none' | 'drift' | 'broken commits'
  /** Seconds. */
  build: number
  run: number
}

/** A machine that measures the commits of one history, and the seconds that it has spent. */
export type Machine = {
  /** The logarithm of one run's time. */
  run: (commit: number) => number
  /** Throws for a commit that does not build. */
  build: (commit: number) => boolean
  wait: (seconds: number) => void
  spent: () => { seconds: number; runs: number; builds: number }
}

export type History = { scenario: Scenario; steps: number[]; machine: () => Machine }

const BROKEN = 0.15
/** A machine that heats up and cools down: 3 % either way in forty minutes. */
const DRIFT = { size: 0.03, seconds: 2400 }

const normalBy = (uniform: () => number) => () =>
  Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())

function stepsOf({ commits, kind }: Scenario, uniform: () => number): number[] {
  const at = () => 1 + Math.floor(uniform() * commits)
  if (kind === 'none') return []
  if (kind !== 'two steps') return [at()]
  const first = at()
  let second = at()
  while (second === first) second = at()
  return [first, second].sort((a, b) => a - b)
}

/** History number `seed` of a scenario: each machine that is asked for has its own noise. */
export function history(scenario: Scenario, seed: number): History {
  const uniform = seededUniform(seed * 7919 + 13)
  const steps = stepsOf(scenario, uniform)
  const size = Math.log1p(scenario.step)
  const broken = Array.from({ length: scenario.commits + 1 }, (_, commit) =>
    scenario.kind === 'broken commits' && commit > 0 && commit < scenario.commits && !steps.includes(commit)
      ? uniform() < BROKEN
      : false,
  )
  let machines = 0
  const machine = (): Machine => {
    machines += 1
    const normal = normalBy(seededUniform(seed * 104_729 + machines))
    const phase = 2 * Math.PI * seededUniform(seed)()
    const spent = { seconds: 0, runs: 0, builds: 0 }
    const drift = () =>
      scenario.kind === 'drift'
        ? DRIFT.size * Math.sin(phase + (2 * Math.PI * spent.seconds) / DRIFT.seconds)
        : 0
    return {
      run: commit => {
        spent.seconds += scenario.run
        spent.runs += 1
        return size * steps.filter(step => commit >= step).length + drift() + scenario.sd * normal()
      },
      build: commit => {
        spent.seconds += scenario.build
        spent.builds += 1
        return !broken[commit]
      },
      wait: seconds => {
        spent.seconds += seconds
      },
      spent: () => spent,
    }
  }
  return { scenario, steps, machine }
}
