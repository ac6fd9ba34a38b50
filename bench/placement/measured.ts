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

/** What somebody says of the benchmarks of one pull request. */
type Said = { by: string; shift: number; calls: Call[] }

async function saidOfOthers(one: Comparison, shift: number): Promise<Said[]> {
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
    each.push({ by: rival.name, shift, calls: said.map(({ call }) => call) })
  }
  return each
}

const all: Said[] = []
/** What placement alone does to each benchmark, as shares, by language. */
const moved = new Map<string, number[]>()

/** What the builds of the base differ by, without what runs of one build differ by. */
function spreads(one: Comparison, several: Comparison): number[] {
  return timed(several).flatMap(({ benchmark, values: { baseline: builds } }) => {
    const runs = timed(one).find(row => row.benchmark === benchmark)?.values.baseline ?? []
    const known = buildSpread([
      { runs: builds, builds: builds.length },
      { runs, builds: 1 },
    ])
    return known?.sd == null ? [] : [known.sd]
  })
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
    all.push(
      { by: 'stable-bench, 20 layouts', shift, calls: later },
      { by: 'stable-bench, one build, and 20 layouts where it calls', shift, calls: twoStages(first, later) },
      { by: 'stable-bench, one build', shift, calls: first },
      ...(await saidOfOthers(one, shift)),
    )
    const known = moved.get(program.name) ?? []
    moved.set(program.name, [...known, ...spreads(one, several)])
    console.error(
      `${program.name}, edit ${edit + 1}, +${100 * shift} %: ${first.join(' ')}; ${later.join(' ')}`,
    )
  }
  rmSync(cwd, { recursive: true, force: true })
}

const shareOf = (by: string, shift: number, wanted: Call[]) => {
  const calls = all.filter(said => said.by === by && said.shift === shift).flatMap(said => said.calls)
  return range(rate(calls.filter(call => wanted.includes(call)).length, calls.length))
}

const head = [
  'who',
  'unrelated edit: called changed, %',
  'unrelated edit: "no change", %',
  '5 % slower as well: found, %',
]
const cpu = /^model name\s*: (.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]
const begun = performance.now()

function writtenTable(edits: number): string {
  const rows = [...new Set(all.map(({ by }) => by))].map(by => [
    by,
    shareOf(by, 0, ['slower', 'faster']),
    shareOf(by, 0, ['same']),
    shareOf(by, 0.05, ['slower']),
  ])
  const does = [...moved].map(([language, sds]) => `${language} ±${formatShare(median(sds), 2)}`).join(', ')
  const minutes = Math.round((performance.now() - begun) / 60_000)
  const about =
    `${counted(edits, 'unrelated edit')} of each of ${programs.length} programs (Go, Rust, C++), with and without a planted change; ` +
    `${availableParallelism()} CPUs of an ${cpu}, ${minutes} minutes. The rows of one edit share their builds, so the intervals are too narrow. ` +
    `What placement alone does, the median of the benchmarks: ${does}.`
  return `${table(head, rows)}\n\n${about}`
}

const page = fileURLToPath(new URL('../../docs/placement.md', import.meta.url))
for (let edit = 0; edit < EDITS; edit++) {
  for (const program of programs) await measure(program, edit)
  const made = writtenTable(edit + 1)
  writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'measured', made))
  console.log(made)
}
