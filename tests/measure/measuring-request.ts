import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { availableClock } from '../../src/measure/process/bracket.ts'
import { measureRuns, type Run } from '../../src/measure/runs/measure-runs.ts'
import type { Measuring, RunLog } from '../../src/measure/runs/start-command.ts'
import { plannedMeasured } from './planned-runs.ts'

export const clock = availableClock()

/** How to measure `argv` as the candidate, in a new directory. */
export function measuring(
  argv: string[],
  {
    results = null,
    delta = 0,
    ...overrides
  }: Partial<Measuring> & { results?: string | null; delta?: number } = {},
): Measuring {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-runs-'))
  return {
    commands: { candidate: { argv, cwd, results, delta } },
    prefix: [],
    clock,
    env: process.env,
    isResults: () => true,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    layouts: [],
    coolDownMs: 0,
    prepare: async () => {},
    ...overrides,
  }
}

export const emptyLog = (): RunLog => ({
  made: 0,
  repeats: [],
  left: [],
  runnable: [],
  programs: { baseline: new Map(), candidate: new Map() },
  resultsFiles: new Set(),
})

/** The runs of the candidate; what else happens goes into `log`. */
export async function collect(request: Measuring, runs = 1, log = emptyLog()): Promise<Run[]> {
  const collected: Run[] = []
  const plannedRuns = plannedMeasured(['candidate'], 0, runs)
  for await (const run of measureRuns(plannedRuns, request, log)) collected.push(run)
  return collected
}

/** What the run printed, or what is in its results files. */
export const writtenBy = (run: Run | undefined): string =>
  (run?.outputs ?? []).map(each => ('path' in each ? readFileSync(each.path, 'utf8') : each.text)).join('')
