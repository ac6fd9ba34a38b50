import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryCommand } from '../../src/measure/pin/pinning.ts'
import { availableClock } from '../../src/measure/process/bracket.ts'
import { type Measuring, measureRuns, type Run } from '../../src/measure/runs/measure-runs.ts'
import type { Step } from '../../src/measure/runs/schedule.ts'
import { measuredSteps } from './steps.ts'

export const clock = availableClock(argv => tryCommand(argv).ok)

/** How to measure `argv` as the candidate, in a new directory. */
export function measuring(argv: string[], overrides: Partial<Measuring> = {}): Measuring {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-runs-'))
  return {
    commands: { candidate: { argv, cwd } },
    prefix: [],
    clock,
    env: process.env,
    results: null,
    isResults: () => true,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    delta: 0,
    coolDownMs: 0,
    prepare: async () => {},
    log: { made: 0, repeats: [] },
    ...overrides,
  }
}

/** The runs of the candidate. */
export async function collect(
  request: Measuring,
  runs = 1,
  steps: Step[] = measuredSteps(['candidate'], 0, runs),
): Promise<Run[]> {
  const collected: Run[] = []
  for await (const run of measureRuns(steps, request)) collected.push(run)
  return collected
}
