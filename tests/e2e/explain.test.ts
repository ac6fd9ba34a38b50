// `stable-bench explain`: real programs with a function that was made slower, under real profilers.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { comparisonSchema, type Explained } from '../../src/model/index.ts'
import { commit, newRepository } from '../measure/git-fixtures.ts'
import { scratch, stableBench } from './command-line.ts'
import { ownTemporary } from './explaining.ts'

/** A reader of JSON in JavaScript, whose function digest repeats its work so many times. It reads for as long as it takes to start. */
const reader = (times: number) =>
  readFileSync(new URL('../explain/fixtures/reader.mjs', import.meta.url), 'utf8')
    .replace('again < 1', `again < ${times}`)
    .replace('round < 150', 'round < 50')

const flags = '--tool process --cpus none --aslr on --warmup-runs 0 --runs 5 --max-runs 5'.split(' ')
// Reached on a busy machine only: there are twenty rounds at most.
const brief = ['--explain-time', '60s']

/** The explanation in the JSON report, and how the command ended. */
async function explained(cwd: string, ...args: string[]) {
  const { env, left } = ownTemporary()
  const ended = await stableBench(['explain', ...flags, ...brief, '--output', 'json', ...args], { cwd, env })
  const { explained: all = [], outcome } = comparisonSchema.parse(JSON.parse(ended.stdout))
  return { ...ended, outcome, only: all[0] as Explained, count: all.length, left: left() }
}

/** One comparison of a hundred names a function that did not change, with a gain that is next to nothing. */
const named = ({ profile }: Explained) => {
  const largest = Math.max(0.1, ...(profile?.functions ?? []).map(({ gain }) => Math.abs(gain)))
  return profile?.functions
    .filter(each => each.named && Math.abs(each.gain) > largest / 5)
    .map(({ name }) => name)
}

const perfWorks =
  spawnSync('perf', ['record', '-q', '-e', 'cpu-clock:u', '-o', '/dev/null', '--', 'true']).status === 0
const withPerf = perfWorks && spawnSync('gcc', ['--version']).status === 0 ? it : it.skip
const withGo = spawnSync('go', ['version']).status === 0 ? it : it.skip

describe('explain', () => {
  it('names the function of a Node program that a commit made slower, with its line', async () => {
    const repository = newRepository()
    commit(repository, { 'bench.mjs': reader(1) })
    writeFileSync(join(repository, 'bench.mjs'), reader(60))
    const { only, count, stderr, left } = await explained(
      repository,
      '--base-ref',
      'HEAD',
      '--',
      'node',
      'bench.mjs',
    )
    expect(stderr).toMatch(/explaining the command, for 60 s at most\n/)
    expect(count).toBe(1)
    expect(only).toMatchObject({ benchmark: null, missing: null, profile: { profiler: 'node --cpu-prof' } })
    const [digest, next] = only.profile?.functions ?? []
    expect(digest).toMatchObject({ name: 'digest (bench.mjs)', named: true, file: 'bench.mjs', line: 36 })
    // When the engine compiles the other functions depends on this one, so their times may differ a little too.
    expect(Math.abs(next?.gain ?? 0)).toBeLessThan((digest?.gain ?? 0) / 5)
    expect(only.counted.find(({ name }) => name === 'cpu-time')?.change).toBeGreaterThan(0.3)
    expect(left).toEqual([])
  }, 240_000)

  it('names none where a Node program is compared with itself', async () => {
    const cwd = scratch()
    writeFileSync(join(cwd, 'bench.mjs'), reader(4))
    const { only } = await explained(cwd, 'node bench.mjs', 'node bench.mjs')
    expect(only.missing).toBe(null)
    expect(named(only)).toEqual([])
  }, 240_000)

  withPerf(
    'finds it in a C++ program with perf, by its debug information and its machine code, and keeps files for other viewers',
    async () => {
      const program = (rounds: number) => `#include <stdio.h>
static volatile unsigned long long sum;

template <class T> __attribute__((noinline)) T parse_number(T n) { for (T i = 0; i < n; i++) sum += i * 7; return n; }
__attribute__((noinline)) void hash_bytes(long n) { for (long i = 0; i < n; i++) sum ^= i; }
int main(void) { parse_number(4L * ${rounds}00000); hash_bytes(16000000); printf("%llu", sum); return 0; }
`
      const repository = newRepository()
      commit(repository, { 'sum.cc': program(20), '.gitignore': 'sum\n' })
      writeFileSync(join(repository, 'sum.cc'), program(60))
      const saved = scratch()
      const setup = [
        '--setup',
        'gcc -g -O2 -o sum sum.cc',
        '--base-ref',
        'HEAD',
        '--save',
        saved,
        '--',
        './sum',
      ]
      const { only } = await explained(repository, ...setup)
      expect(named(only)).toEqual(['parse_number<long>'])
      expect(only.profile?.functions[0]).toMatchObject({ file: 'sum.cc', line: 4, code: 'same' })
      expect(readFileSync(join(saved, 'profile-1.candidate.txt'), 'utf8')).toMatch(
        /;parse_number<long> \d+\n/,
      )
      const { profiles, shared } = JSON.parse(readFileSync(join(saved, 'profile-1.speedscope.json'), 'utf8'))
      expect(profiles.map((each: { name: string }) => each.name)).toEqual(['baseline', 'candidate'])
      expect(shared.frames).toContainEqual({ name: 'parse_number<long>' })
    },
    240_000,
  )

  withGo(
    'finds it in go test, by the operation since its runs take a fixed time',
    async () => {
      const test = (work: number) => `package bench

import "testing"

var sum int

//go:noinline
func parse(n int) int { t := 0; for i := 0; i < n; i++ { t += i * i % 7 }; return t }

//go:noinline
func hash(n int) int { t := 0; for i := 0; i < n; i++ { t = t*31 + i }; return t }

func BenchmarkRead(b *testing.B) { for i := 0; i < b.N; i++ { sum += parse(${work}) + hash(20000) } }
`
      const repository = newRepository()
      commit(repository, {
        'go.mod': 'module bench\n\ngo 1.21\n',
        'bench_test.go': test(2000),
      })
      writeFileSync(join(repository, 'bench_test.go'), test(100_000))
      // Through bash: a suite often has quotes.
      const command = [
        'bash',
        '-c',
        "./bench.test -test.run xxx -test.bench 'Read|Write' -test.benchtime 200ms",
      ]
      const setup = ['--tool', 'go', '--setup', 'go test -c -o bench.test', '--base-ref', 'HEAD']
      const args = ['explain', ...flags.slice(2), ...brief, '--output', 'json', ...setup, '--', ...command]
      const { stdout } = await stableBench(args, { cwd: repository })
      const only = comparisonSchema.parse(JSON.parse(stdout)).explained?.[0] as Explained
      expect(only).toMatchObject({
        missing: null,
        profile: { profiler: 'go test -cpuprofile', perOperation: true },
      })
      expect(named(only)).toContain('bench.parse')
      expect(only.profile?.functions.find(({ name }) => name === 'bench.parse')).toMatchObject({
        file: 'bench_test.go',
        line: 8,
      })
    },
    240_000,
  )

  it('takes the profile of a command that writes collapsed stacks, whose names are hostile', async () => {
    const cwd = scratch()
    const write = (slow: string, samples: number) =>
      `printf 'main;%s ${samples}\\nmain;other 500\\n' '${slow}' > "$1"\n`
    writeFileSync(join(cwd, 'old.sh'), write('pa`rse|<b>@all', 500))
    writeFileSync(join(cwd, 'new.sh'), write('pa`rse|<b>@all', 900))
    const profile = 'bash $STABLE_SIDE.sh {profile}'
    const { only } = await explained(
      cwd,
      '--profile',
      profile.replace('$STABLE_SIDE', 'new'),
      'bash old.sh /dev/null',
      'bash new.sh /dev/null',
    )
    expect(only).toMatchObject({ missing: null, profile: { profiler: 'profile', total: { change: 0 } } })
    expect(only.profile?.functions.map(({ name }) => name).sort()).toEqual(['other', 'pa`rse|<b>@all'])
  }, 240_000)

  it('profiles the builds of the layouts that were measured, and asks for no further ones', async () => {
    const { only } = await explained(
      scratch(),
      ...['--layouts', '6', '--relink', 'echo {layout} > b.{layout}'],
      ...['--profile', 'cat b.{layout}; echo "main;parse 40" > {profile}'],
      'cat b.{layout}',
      'cat ./b.{layout}',
    )
    expect(only).toMatchObject({ missing: null, profile: { runs: { baseline: 20, candidate: 20 } } })
  }, 120_000)

  it.each([
    [
      'a profile command that writes nothing',
      ['--profile', 'true # {profile}'],
      /^the profiler wrote no profile; check that/,
    ],
    [
      'one that writes something else',
      ['--profile', 'echo Segmentation fault > {profile}'],
      /^what the profiler wrote is no profile/,
    ],
    [
      'one that fails',
      ['--profile', 'exit 3; {profile}'],
      /^under the profiler run 1 of 'exit 3; .*' failed with exit code 3/,
    ],
    [
      'a profile of nothing',
      ['--profile', 'echo "main 1" > {profile}'],
      /^the profiles of 10 runs have 10 samples: the program is too short, or waits; give it more work/,
    ],
  ])(
    'says the way out, and leaves the verdict alone: %s',
    async (_, given, text) => {
      // On a busy machine five starts of one program may well differ.
      const held = ['--fail-threshold', '99%', 'true', 'true']
      const { code, only, outcome } = await explained(scratch(), ...given, ...held)
      expect([code, outcome]).toEqual([0, 'pass'])
      expect(only.missing).toMatch(text)
    },
    60_000,
  )

  it('says how to get a profiler where there is none, or the kernel refuses it', async () => {
    const cwd = scratch()
    const bin = join(cwd, 'bin')
    mkdirSync(bin)
    const perf = join(bin, 'perf')
    writeFileSync(
      perf,
      '#!/bin/sh\necho "Access to performance monitoring and observability operations is limited." >&2\nexit 255\n',
    )
    chmodSync(perf, 0o755)
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
    const args = ['explain', ...flags, '--output', 'json', 'sleep 0.01', 'sleep 0.01']
    const missingIn = async () =>
      comparisonSchema.parse(JSON.parse((await stableBench(args, { cwd, env })).stdout)).explained?.[0]
        ?.missing
    expect(await missingIn()).toMatch(
      /^the kernel refuses profiles in user mode: set kernel.perf_event_paranoid to 2/,
    )
  }, 60_000)

  withGo(
    'says that go test has no profile of several packages',
    async () => {
      const cwd = scratch()
      writeFileSync(join(cwd, 'go.mod'), 'module bench\n\ngo 1.21\n')
      const test = 'package bench\n\nimport "testing"\n\nfunc BenchmarkNothing(b *testing.B) {}\n'
      writeFileSync(join(cwd, 'bench_test.go'), test)
      const command = 'go test -bench . -benchtime 1x ./...'
      const { only } = await explained(cwd, command, `${command} `)
      expect(only.missing).toMatch(/^go test profiles one package at a time: name one instead of \.\.\., or/)
    },
    120_000,
  )

  it('refuses what is no profiler before it measures', async () => {
    const { code, stderr } = await stableBench(['explain', '--profile', 'gprof', 'true', 'true'])
    expect([code, stderr]).toEqual([
      64,
      "stable-bench: --profile: 'gprof' is no profiler; it is auto, perf, node, go, py-spy, or a command with {profile} for the file that it writes\n",
    ])
  })

  it('refuses to explain in no time', async () => {
    const { code, stderr } = await stableBench(['explain', '--explain-time', '0', 'true', 'true'])
    expect([code, stderr]).toEqual([
      64,
      'stable-bench: --explain-time: 0 is no time for the explanation that is asked for; give it 60s, or more\n',
    ])
  })

  it('leaves nothing behind after Ctrl-C in a profile', async () => {
    const cwd = scratch()
    const { env, left } = ownTemporary()
    const args = ['explain', ...flags, '--profile', 'sleep 31.4159; echo {profile}', 'true', 'true']
    const { code } = await stableBench(args, { cwd, env }, (pid, stderr) => {
      const look = setInterval(() => {
        if (!stderr().includes('explaining')) return
        clearInterval(look)
        process.kill(pid, 'SIGINT')
      }, 20)
    })
    expect(code).toBe(130)
    expect(left()).toEqual([])
    expect(spawnSync('pgrep', ['-f', 'sleep 31.4159']).stdout.toString()).toBe('')
  }, 60_000)
})

describe('ab', () => {
  it('explains only where it is asked to', async () => {
    const plain = await stableBench(['ab', ...flags, '-q', 'true', 'true'])
    expect(plain.stdout).not.toMatch(/^why /m)
    const asked = await stableBench([
      'ab',
      ...flags,
      '-q',
      '--explain',
      '--profile',
      'echo "main;parse 400" > {profile}',
      'true',
      'true',
    ])
    expect(asked.stdout).toMatch(
      /\nwhy the command differs\n {2}.+\n {2}no function differs beyond the noise of the profile\n {2}profile, 20 \+ 20 runs, 16,000 samples\n/,
    )
  }, 60_000)
})
