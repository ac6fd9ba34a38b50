// Real programs, an unrelated edit and a planted change: what one build a side says, what layouts say, and what others say
// of the runs of one build.
//   npm run bench:placement-measured [-- --edits 6]
// Needs Go, Rust with its lld, and g++. Writes its table into docs/placement.md.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Comparison } from '../../src/model/index.ts'
import { cli } from '../isolation/run-cli.ts'
import { withRegion } from '../page-region.ts'
import { range, rate, table } from '../rate-table.ts'
import { randomStream } from '../verdicts/random.ts'
import { rivals } from '../verdicts/rivals/index.ts'
import type { Call } from '../verdicts/score.ts'
import { installTools } from '../verdicts/tools.ts'
import { editUnrelated, languages, setRounds } from './edits.ts'

const SEED = 20261127
const RUNS = 20
const ROUNDS = 100
const SHIFTS = [0, 0.05]
const PRINTED = ['--pattern', '(?<name>\\w+): (?<value>[\\d.]+) (?<unit>ns)']

type Program = { language: keyof typeof languages; build: string; relink: string; command: string[] }

const cargo = (arg: string) => `cargo rustc --release --quiet -- ${arg}`

const programs: Program[] = [
  {
    language: 'go',
    build: 'go test -c -o bench .',
    relink: 'go test -c -ldflags=-randlayout={layout} -o bench.{layout} .',
    command: ['-test.bench', '.', '-test.benchtime', '20ms'],
  },
  {
    language: 'rust',
    build: `${cargo('')} && cp target/release/placement bench`,
    relink: `${cargo("-C 'link-arg=-Wl,--shuffle-sections=*={layout}'")} && cp target/release/placement bench.{layout}`,
    command: [],
  },
  {
    language: 'cpp',
    build: 'for file in *.cpp; do g++ -O2 -ffunction-sections -c $file; done; g++ -fuse-ld=lld *.o -o bench',
    relink: "g++ -fuse-ld=lld '-Wl,--shuffle-sections=*={layout}' *.o -o bench.{layout}",
    command: [],
  },
]

const { values } = parseArgs({ options: { edits: { type: 'string', default: '6' } } })
const EDITS = Number(values.edits)

const sysroot = execFileSync('rustc', ['--print', 'sysroot'], { encoding: 'utf8' }).trim()
const host = /^host: (.+)$/m.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))?.[1]
const env = {
  ...process.env,
  PATH: `${process.env.PATH}:${join(sysroot, 'lib/rustlib', `${host}`, 'bin/gcc-ld')}`,
}

/** A repository whose working tree has the edit and the planted change, which its commit has not. */
function pullRequest({ language }: Program, edit: number, shift: number): string {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-placement-'))
  cpSync(fileURLToPath(new URL(`programs/${language}`, import.meta.url)), cwd, { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], { cwd })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=Base')
  editUnrelated(cwd, languages[language], randomStream(SEED, `${language} ${edit}`, 0))
  setRounds(cwd, languages[language], Math.round(ROUNDS * (1 + shift)))
  git('add', '.')
  git('commit', '--quiet', '--message=Edit')
  return cwd
}

function compared(cwd: string, { language, command, build, relink }: Program, layouts: number): Comparison {
  const out = join(cwd, '..', `${cwd.split('/').at(-1)}.json`)
  const several = ['--layouts', String(layouts), '--relink', relink]
  const one = ['--runs', String(RUNS), '--max-runs', String(RUNS)]
  const how = [
    'ab',
    '--base-ref',
    'HEAD~1',
    '--setup',
    build,
    '--output',
    'json',
    '--out',
    out,
    '--fail-on',
    'never',
  ]
  const args = [...how, ...(layouts === 0 ? one : several), ...(language === 'go' ? [] : PRINTED)]
  const binary = layouts === 0 ? './bench' : './bench.{layout}'
  const ended = spawnSync(process.execPath, [cli, ...args, '--quiet', '--', binary, ...command], {
    cwd,
    env,
    encoding: 'utf8',
  })
  if (ended.status !== 0) throw new Error(`${args.join(' ')}: ${ended.stderr}`)
  const comparison = JSON.parse(readFileSync(out, 'utf8'))
  rmSync(out)
  return comparison
}

const CALLS: Record<string, Call> = { regression: 'slower', improvement: 'faster', 'no-change': 'same' }

/** What somebody says of the benchmarks of one pull request. */
type Said = { by: string; shift: number; calls: Call[] }

const { tools } = installTools()
const others = rivals.filter(
  ({ name, needs }) =>
    /^(benchstat|hyperfine|criterion)/.test(name) && (needs === null || tools[needs] !== null),
)

async function saidOfOthers({ rows }: Comparison, shift: number): Promise<Said[]> {
  const timed = rows.filter(row => row.gates && row.values.baseline.length > 0)
  const runs = (side: number[]) => side.map(value => [value])
  const pairs = timed.map(({ values: { baseline, candidate } }) => ({
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

const callsOf = ({ rows }: Comparison): Call[] =>
  rows.filter(row => row.gates).map(({ verdict }) => CALLS[verdict] ?? 'open')

const all: Said[] = []
for (const program of programs)
  for (let edit = 0; edit < EDITS; edit++)
    for (const shift of SHIFTS) {
      const cwd = pullRequest(program, edit, shift)
      const one = compared(cwd, program, 0)
      const several = compared(cwd, program, RUNS)
      rmSync(cwd, { recursive: true, force: true })
      all.push(
        { by: 'stable-bench, 20 layouts', shift, calls: callsOf(several) },
        { by: 'stable-bench, one build', shift, calls: callsOf(one) },
        ...(await saidOfOthers(one, shift)),
      )
      const latest = all
        .filter(said => said.shift === shift)
        .slice(-2 - others.length, -others.length || undefined)
      console.error(
        `${program.language}, edit ${edit + 1}, +${100 * shift} %: ${latest.map(({ by, calls }) => `${by} ${calls.join(' ')}`).join('; ')}`,
      )
    }

const shareOf = (by: string, shift: number, wanted: Call[]) => {
  const calls = all.filter(said => said.by === by && said.shift === shift).flatMap(said => said.calls)
  return range(rate(calls.filter(call => wanted.includes(call)).length, calls.length))
}
const cpu = /^model name\s*: (.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]
const made = [
  table(
    [
      'who',
      'unrelated edit: called changed, %',
      'unrelated edit: "no change", %',
      '5 % slower as well: found, %',
    ],
    [...new Set(all.map(({ by }) => by))].map(by => [
      by,
      shareOf(by, 0, ['slower', 'faster']),
      shareOf(by, 0, ['same']),
      shareOf(by, 0.05, ['slower']),
    ]),
  ),
  `${EDITS} unrelated edits of each of ${programs.length} programs (Go, Rust, C++), with and without a planted change, on a shared machine: ${availableParallelism()} CPUs of an ${cpu}.`,
].join('\n\n')
const page = fileURLToPath(new URL('../../docs/placement.md', import.meta.url))
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'measured', made))
console.log(made)
