// How many functions explain names falsely: real programs, each compared with a copy of itself under its profiler.
//   npm run bench:explain [-- --comparisons 20 --rounds 20 --keep DIR]
// Fills the table in docs/explain.md. Needs perf and gcc; leaves out perl where it is missing.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gainedFunctions } from '../src/explain/gains.ts'
import type { Profile } from '../src/explain/profile.ts'
import { parseInputs } from '../src/inputs/parse.ts'
import { hertzFor, type Profiles, profileSides } from '../src/job/explain/profile-runs.ts'
import { profilerFor } from '../src/job/explain/profilers.ts'
import { requestOf } from '../src/job/request/request.ts'
import { startJob } from '../src/job/start.ts'
import { withRegion } from './page-region.ts'
import { range, rate, table } from './rate-table.ts'
import { type Random, randomStream } from './verdicts/random.ts'

const SEED = 20261127
/** Comparisons drawn from all runs of a program. */
const DRAWN = 1000
/** What a run of each program takes, roughly. */
const CPU_TIME = 0.1e9

const { values } = parseArgs({
  options: {
    comparisons: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '10' },
    keep: { type: 'string' },
  },
})

const ROUNDS = [5, Number(values.rounds)]

type Files = Record<string, string>
/** `changed`: the files of a candidate in which the function `slower` does more. */
type Program = { name: string; needs: string; command: string; files: Files; setup?: string } & (
  | { changed?: undefined }
  | { changed: Files; slower: string }
)

const sum = (rounds: number) => `#include <stdio.h>
static volatile unsigned long long sum;
__attribute__((noinline)) void parse_number(long n) { for (long i = 0; i < n; i++) sum += i * 7; }
__attribute__((noinline)) void hash_bytes(long n) { for (long i = 0; i < n; i++) sum ^= i; }
int main(void) { parse_number(${rounds}); hash_bytes(20000000); printf("%llu", sum); return 0; }
`
const COUNT = `my (%count, @words); srand 1;
for my $i (1 .. 20000) { push @words, join '', map { chr(97 + int rand 26) } 1 .. 3 }
for my $round (1 .. 2) { for my $word (@words) { $count{lc $word} += length($word) if $word =~ /^[a-m]+./ } }
print scalar(sort { $count{$a} <=> $count{$b} } keys %count), "\\n";
`
const READER = readFileSync(new URL('../tests/explain/fixtures/reader.mjs', import.meta.url), 'utf8')
const reader = (times: number) => ({
  'reader.mjs': READER.replace('again < 1', `again < ${times}`).replace('round < 150', 'round < 40'),
})

const node = { needs: 'node', command: 'node reader.mjs' }
const c = { needs: 'gcc', command: './sum', setup: 'gcc -g -O2 -o sum sum.c' }

const programs: Program[] = [
  { ...c, name: 'two loops in C', files: { 'sum.c': sum(20_000_000) } },
  {
    ...c,
    name: 'the loops, `parse_number` slower',
    files: { 'sum.c': sum(20_000_000) },
    changed: { 'sum.c': sum(40_000_000) },
    slower: 'parse_number',
  },
  { ...node, name: 'a reader in JavaScript', files: reader(8) },
  {
    ...node,
    name: 'the reader, `digest` slower',
    files: reader(4),
    changed: reader(8),
    slower: 'digest (reader.mjs)',
  },
  { name: 'perl, counting words', needs: 'perl', command: 'perl count.pl', files: { 'count.pl': COUNT } },
]

/** Two directories with the same program, each with a build of its own. */
function twoCopies({ files, changed = files, setup }: Program): [string, string] {
  const parent = mkdtempSync(join(tmpdir(), 'stable-bench-explain-'))
  const make = (name: string, own: Files) => {
    const cwd = join(parent, name)
    mkdirSync(cwd)
    for (const [file, text] of Object.entries(own)) writeFileSync(join(cwd, file), text)
    if (setup !== undefined) execFileSync('bash', ['-c', setup], { cwd })
    return cwd
  }
  return [make('base', files), make('candidate', changed)]
}

async function oneComparison(program: Program, [base, candidate]: [string, string]): Promise<Profiles> {
  const plain = parseInputs('action', () => undefined)
  const { command } = program
  const asked = { commands: { baseline: command, candidate: command }, looks: [1] }
  const request = {
    ...requestOf({ ...plain, cpus: 'none' }, asked),
    cwds: { baseline: base, candidate },
    quiet: true,
  }
  const job = await startJob(request, new AbortController().signal)
  const { argv = [] } = job.measuring.commands.candidate ?? {}
  const where = { command, argv, cwd: candidate, env: job.measuring.env, cycles: false, isService: false }
  const out = join(mkdtempSync(join(tmpdir(), 'stable-bench-explain-')), 'out')
  const profiler = profilerFor(program.needs === 'node' ? 'node' : 'perf', where)
  const names = { baseline: [], candidate: [] }
  const deadline = Number.POSITIVE_INFINITY
  const how = { profiler, names, out, deadline, hertz: hertzFor(CPU_TIME), rounds: Number(values.rounds) }
  return profileSides(job, how, () => {})
}

/** A profile as it is kept in a file. */
type Kept = { stacks: [string, number][]; samples: number }

const kept = ({ stacks, samples }: Profile): Kept => ({ stacks: [...stacks], samples })
const unkept = ({ stacks, samples }: Kept): Profile => ({
  stacks: new Map(stacks),
  places: new Map(),
  samples,
})

type KeptComparison = Record<'baseline' | 'candidate', Kept[]>

/** All comparisons of a program. Those that are in a file of `keep` are not made again. */
async function comparisonsOf(program: Program): Promise<Profiles[]> {
  const file =
    values.keep === undefined ? null : join(values.keep, `${program.name.replace(/\W+/g, '-')}.json`)
  const made: KeptComparison[] =
    file !== null && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const copies = twoCopies(program)
  while (made.length < Number(values.comparisons)) {
    const { baseline, candidate } = await oneComparison(program, copies)
    made.push({ baseline: baseline.map(kept), candidate: candidate.map(kept) })
    if (file !== null) writeFileSync(file, JSON.stringify(made))
  }
  return made.map(each => ({ baseline: each.baseline.map(unkept), candidate: each.candidate.map(unkept) }))
}

/** How many functions are named but `slower`, of how many; whether `slower` is the first. */
function namedIn(profiles: Profiles, slower?: string) {
  const { functions } = gainedFunctions(profiles, { perOperation: null })
  const named = functions.filter(each => each.named)
  const others = named.filter(({ name }) => name !== slower)
  return { named: others.length, of: functions.length, found: named[0]?.name === slower }
}

const firstOf = (profiles: Profiles, rounds: number): Profiles => ({
  baseline: profiles.baseline.slice(0, rounds),
  candidate: profiles.candidate.slice(0, rounds),
})

/** Runs of one build in a new order, as two sides. */
function drawn(runs: Profile[], rounds: number, random: Random): Profiles {
  const left = [...runs]
  const take = () => left.splice(random.integer(left.length), 1) as [Profile]
  const side = () => Array.from({ length: rounds }, () => take()[0])
  return { baseline: side(), candidate: side() }
}

async function rowsOf(program: Program): Promise<string[][]> {
  const all = await comparisonsOf(program)
  const runs = all.flatMap(({ candidate }) => candidate)
  return ROUNDS.map(rounds => {
    const random = randomStream(SEED, program.name, rounds)
    const slower = program.changed === undefined ? undefined : program.slower
    const real = all.map(each => namedIn(firstOf(each, rounds), slower))
    const again = Array.from({ length: DRAWN }, () => namedIn(drawn(runs, rounds, random)))
    const wrong = (found: typeof real) => rate(found.filter(({ named }) => named > 0).length, found.length)
    const sum = (of: (each: (typeof real)[0]) => number) => real.reduce((all, each) => all + of(each), 0)
    return [
      program.name,
      String(rounds),
      slower === undefined ? '' : `${sum(({ found }) => Number(found))} of ${real.length}`,
      `${sum(({ named }) => named)} of ${sum(({ of }) => of)}`,
      `${wrong(real).count} of ${real.length}`,
      slower === undefined ? `${range(wrong(again))} %` : '',
    ]
  })
}

const rows: string[][] = []
for (const program of programs) {
  if (spawnSync(program.needs, ['--version']).status !== 0) continue
  rows.push(...(await rowsOf(program)))
  console.error(`${program.name}: done`)
}
const head = [
  'program',
  'runs a side',
  'the changed function is first',
  'unchanged functions that are named',
  'comparisons that name one',
  'runs of one build, drawn anew',
]
const text = table(head, rows, 1)
const page = new URL('../docs/explain.md', import.meta.url)
writeFileSync(page, withRegion(readFileSync(page, 'utf8'), 'explain', text))
console.log(text)
