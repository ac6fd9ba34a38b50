// Measures what each knob of the runner hooks does for this very machine. It tunes and restores the machine, so
// somebody has to allow it.
import { readFileSync } from 'node:fs'
import { InputError } from '../../src/model/index.ts'
import { seededUniform } from '../../src/stats/distributions/seeded-uniform.ts'
import { ablationRows, type Row, type Support, steps } from './ablation-rows.ts'
import { startBackground } from './background.ts'
import { type Built, buildWorkload, type Workload, workloads } from './build-workload.ts'
import { type BlockUse, cpusInUse, readCpuUse } from './cpu-use.ts'
import { configuration, missingKnobs, restore, tune, whatWasSet, whyNoTuning } from './kit.ts'
import { addMade, type Made, madeOf } from './made.ts'
import { benchmarkCpus, withFolder } from './measure-isolation.ts'
import { runCli } from './run-cli.ts'
import { shuffled } from './shuffled.ts'

export type AblationOptions = {
  ladder: boolean
  load: boolean
  allowed: boolean
  rounds: number
  runs: number
}

export type AblationCell = Made & { row: string; workload: Workload }

export type Ablated = {
  rows: string[]
  cells: AblationCell[]
  /** The kit's account of each row's knobs, by row. */
  set: Record<string, string>
  untried: Support['untried']
  inUse: BlockUse[]
  rounds: number
}

type World = { signal: AbortSignal; say: (text: string) => void }
type Setting = World & { folder: string; built: Built; runs: number }

/** Throws an InputError when the machine could be tuned and nobody has said that it may be. */
export function plannedRows({ ladder, allowed }: AblationOptions, cpus: string): Support {
  const missing = missingKnobs(steps.flatMap(({ knobs }) => knobs))
  const noTuning = whyNoTuning()
  const planned = ablationRows(cpus, { ladder, missing, noTuning })
  if (noTuning === null && !allowed) {
    throw new InputError(
      `this would tune and restore this machine over and over (${planned.rows.map(row => row.name).join('; ')}); ` +
        'say --allow-tuning if it is yours and nothing else runs on it',
    )
  }
  return planned
}

async function measureRow({ name, flags }: Row, { built, runs, ...place }: Setting, cells: AblationCell[]) {
  for (const workload of workloads) {
    const session = await runCli([...flags, '--runs', String(runs), '--', ...built.command(workload)], place)
    const made = madeOf(session.evidence)
    const cell = cells.find(each => each.row === name && each.workload === workload)
    if (cell) addMade(cell, made)
    else cells.push({ row: name, workload, ...made })
  }
}

/** Tunes the machine as `row` asks, measures, and restores the machine whatever happens. */
async function measureTuned(row: Row, setting: Setting, found: Ablated): Promise<void> {
  const { tuning, knobs, name } = row
  if (tuning === null) return measureRow(row, setting, found.cells)
  try {
    const installed = tuning === 'installed'
    tune(installed ? readFileSync(configuration, 'utf8') : tuning, setting.folder, !installed)
    found.set[name] = whatWasSet(knobs)
    await measureRow(row, setting, found.cells)
  } finally {
    restore()
  }
}

/** The rows in random order, round by round; with `load` under the background load. Restores what it tunes. */
export function ablate(options: AblationOptions, { signal, say }: World): Promise<Ablated> {
  return withFolder(async folder => {
    const { rows, untried } = plannedRows(options, benchmarkCpus())
    const setting = { folder, built: buildWorkload(folder), runs: options.runs, signal, say }
    const names = rows.map(row => row.name)
    const found: Ablated = { rows: names, cells: [], set: {}, untried, inUse: [], rounds: options.rounds }
    const background = options.load ? startBackground(folder, 3600) : null
    const random = seededUniform(1)
    try {
      await background?.resume()
      for (let round = 1; round <= options.rounds; round++) {
        for (const row of shuffled(rows, random)) {
          const before = readCpuUse()
          await measureTuned(row, setting, found)
          found.inUse.push({ during: row.name, used: cpusInUse(before, readCpuUse()) })
        }
        say(`round ${round} of ${options.rounds} is done`)
      }
      return found
    } finally {
      await background?.stop()
    }
  })
}
