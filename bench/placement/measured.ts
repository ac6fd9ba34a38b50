// Real programs, an unrelated edit and a planted change: what one build a side says, what layouts say, and what others say
// of the runs of one build.
//   npm run bench:placement-measured [-- --edits 6]
// Needs Go, Rust with its lld, and g++. Writes its table into docs/placement.md after each edit of all programs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { layoutSeeds } from '../../src/measure/runs/layouts.ts'
import type { Comparison } from '../../src/model/index.ts'
import { counted } from '../../src/phrases.ts'
import { buildSpread } from '../../src/stats/describe/build-spread.ts'
import { median } from '../../src/stats/describe/summary.ts'
import { formatShare } from '../../src/units.ts'
import { cli } from '../isolation/run-cli.ts'
import { withRegion } from '../page-region.ts'
import { range, rate, table } from '../rate-table.ts'
import { rivals } from '../verdicts/rivals/index.ts'
import type { Call } from '../verdicts/score.ts'
import { installTools } from '../verdicts/tools.ts'
import { checkOut, env, type Program, programs } from './builds.ts'

const SEED = 20261127
const RUNS = 20
/** The standard deviation by layout up to which a change of 5 % is to be found. */
const LITTLE = 0.02
const ROUNDS = 100
/** Checkouts, with how much more their benchmarks do. The paths of both sides have one length. */
const EDITED = { edit: 0, slow: 0.05 }
const PATTERN = '(?<name>\\w+): (?<value>[\\d.]+) (?<unit>ns)'

const { values } = parseArgs({ options: { edits: { type: 'string', default: '6' } } })
const EDITS = Number(values.edits)

/** The verdicts of `ab` on `bench` in two checkouts below `cwd`, with these flags of its own. */
function compared(cwd: string, bench: string, edited: string, flags: string[]): Comparison {
  const out = join(cwd, 'comparison.json')
  const report = ['--output', 'json', '--out', out, '--fail-on', 'never', '--quiet']
  const args = ['ab', `base/${bench}`, `${edited}/${bench}`, ...report, '--pattern', PATTERN, ...flags]
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return JSON.parse(readFileSync(out, 'utf8'))
}

const CALLS: Record<string, Call> = { regression: 'slower', improvement: 'faster', 'no-change': 'same' }

const timed = ({ rows }: Comparison) => rows.filter(({ gates }) => gates)
const callsOf = (comparison: Comparison): Call[] =>
  timed(comparison).map(({ verdict }) => CALLS[verdict] ?? 'open')

const { tools } = installTools()
const others = rivals.filter(
  ({ name, needs }) =>
    /^(benchstat|hyperfine|criterion)/.test(name) && (needs === null || tools[needs] !== null),
)

/** What somebody says of the benchmarks of one pull request, by their name and program. */
type Said = { by: string; shift: number; calls: Call[]; of: string[] }

const namesOf = (program: Program, comparison: Comparison) =>
  timed(comparison).map(({ benchmark }) => `${program.name}: ${benchmark}`)

async function saidOfOthers(one: Comparison, shift: number, of: string[]): Promise<Said[]> {
  const runs = (side: number[]) => side.map(value => [value])
  const pairs = timed(one).map(({ values: { baseline, candidate } }) => ({
    baseline: runs(baseline),
    candidate: runs(candidate),
    history: null,
    pages: null,
  }))
  const each: Said[] = []
  for (const rival of others) {
    const said = await rival.judge(pairs, 'per process', tools)
    each.push({ by: rival.name, shift, of, calls: said.map(({ call }) => call) })
  }
  return each
}

const all: Said[] = []
/** What placement alone does to each benchmark of a program, as shares: one for each time that it was measured. */
const moved = new Map<string, number[]>()

/** What the builds of the base differ by, without what runs of one build differ by. */
function noteSpreads(program: Program, one: Comparison, several: Comparison): void {
  for (const { benchmark, values } of timed(several)) {
    const builds = values.baseline
    const runs = timed(one).find(row => row.benchmark === benchmark)?.values.baseline ?? []
    const known = buildSpread([
      { runs: builds, builds: builds.length },
      { runs, builds: 1 },
    ])
    const name = `${program.name}: ${benchmark}`
    if (known?.sd != null) moved.set(name, [...(moved.get(name) ?? []), known.sd])
  }
}

/** Both stages on the same runs: twenty builds decide where one build calls a row. */
const twoStages = (one: Call[], several: Call[]): Call[] =>
  one.map((call, i) => (call === 'slower' || call === 'faster' ? (several[i] ?? 'open') : call))

/** Measures one pull request: the program, an unrelated edit of it, and the same edit with more work. */
async function measure(program: Program, edit: number): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-placement-'))
  const seed = SEED + edit
  const layouts = layoutSeeds(seed, RUNS)
  const edited = Object.entries(EDITED)
  await Promise.all([
    checkOut(program, join(cwd, 'base'), { seed: SEED, edit: null, rounds: ROUNDS, layouts }),
    ...edited.map(([name, shift]) =>
      checkOut(program, join(cwd, name), {
        ...{ seed: SEED, edit, layouts },
        rounds: Math.round(ROUNDS * (1 + shift)),
      }),
    ),
  ])
  for (const [name, shift] of edited) {
    const flags = ['--seed', String(seed)]
    const runs = ['--runs', String(RUNS), '--max-runs', String(RUNS)]
    const one = compared(cwd, 'bench', name, [...flags, ...runs])
    const several = compared(cwd, 'bench.{layout}', name, [...flags, '--layouts', String(RUNS)])
    const [first, later] = [callsOf(one), callsOf(several)]
    const of = namesOf(program, one)
    if (of.join() !== namesOf(program, several).join()) throw new Error(`${program.name}: other benchmarks`)
    const staged = twoStages(first, later)
    all.push(
      { by: 'stable-bench, 20 layouts', shift, of, calls: later },
      { by: 'stable-bench, one build, and 20 layouts where it calls', shift, of, calls: staged },
      { by: 'stable-bench, one build', shift, of, calls: first },
      ...(await saidOfOthers(one, shift, of)),
    )
    noteSpreads(program, one, several)
    console.error(
      `${program.name}, edit ${edit + 1}, +${100 * shift} %: ${first.join(' ')}; ${later.join(' ')}`,
    )
  }
  rmSync(cwd, { recursive: true, force: true })
}

/** Whether placement alone moves the benchmark by this share at most, as the median of all that was measured says. */
const movesLittle = (name: string) => median(moved.get(name) ?? [Number.POSITIVE_INFINITY]) <= LITTLE

const shareOf = (by: string, shift: number, wanted: Call[], counts = (_name: string) => true) => {
  const own = all.filter(said => said.by === by && said.shift === shift)
  const calls = own.flatMap(said => said.calls.filter((_, i) => counts(said.of[i] ?? '')))
  return range(rate(calls.filter(call => wanted.includes(call)).length, calls.length))
}

const head = [
  'who',
  'unrelated edit: called changed, %',
  'unrelated edit: "no change", %',
  '5 % slower as well: found, %',
  'found where placement does little, %',
]
const cpu = /^model name\s*: (.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]
const begun = performance.now()

function writtenTable(edits: number): string {
  const rows = [...new Set(all.map(({ by }) => by))].map(by => [
    by,
    shareOf(by, 0, ['slower', 'faster']),
    shareOf(by, 0, ['same']),
    shareOf(by, 0.05, ['slower']),
    shareOf(by, 0.05, ['slower'], movesLittle),
  ])
  const ofProgram = (name: string) =>
    [...moved].flatMap(([of, sds]) => (of.startsWith(`${name}: `) ? sds : []))
  const does = programs.map(({ name }) => `${name} ±${formatShare(median(ofProgram(name)), 2)}`).join(', ')
  const little = [...moved.keys()].filter(movesLittle).length
  const minutes = Math.round((performance.now() - begun) / 60_000)
  const about =
    `${counted(edits, 'unrelated edit')} of each of ${programs.length} programs (Go, Rust, C++), with and without a planted change; ` +
    `${availableParallelism()} CPUs of an ${cpu}, ${minutes} minutes. The rows of one edit share their builds, so the intervals are too narrow. ` +
    `What placement alone does, the median of the benchmarks: ${does}. It does little, a standard deviation of at most ` +
    `${formatShare(LITTLE, 2)}, to ${little} of the ${moved.size} benchmarks.`
  return `${table(head, rows)}\n\n${about}`
}

const page = fileURLToPath(new URL('../../docs/placement.md', import.meta.url))
for (let edit = 0; edit < EDITS; edit++) {
  for (const program of programs) await measure(program, edit)
  const made = writtenTable(edit + 1)
  writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'measured', made))
  console.log(made)
}
