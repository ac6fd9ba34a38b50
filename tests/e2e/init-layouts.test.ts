// The layouts that `init` writes below a suite, with the real tools: uncommented, they give every build its functions elsewhere, and
// `ab` compares the builds. Tools that fetch something first run at night (npm run test:examples).
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { root, scratch, stableBench } from './command-line.ts'
import { commitAll, isHere, toolEnvironment } from './tool-example.ts'

type Case = {
  name: string
  needs: string[]
  /** The directory of `examples` whose files it has, and where it has them. */
  example: string
  below?: string
  files?: Record<string, string>
  benchmark: RegExp
  /** A function of the benchmark, by its symbol. */
  symbol: RegExp
  /** What makes the command take less time. */
  shorter?: [from: string, to: string]
  env?: NodeJS.ProcessEnv
}

const CMAKE = `cmake_minimum_required(VERSION 3.16)
project(words CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(benchmark REQUIRED)
add_executable(words_bench words_bench.cpp)
target_link_libraries(words_bench benchmark::benchmark)
`

const RUST_BENCH = `#![feature(test)]
extern crate test;
#[bench]
fn count(b: &mut test::Bencher) {
    let text = std::fs::read_to_string("text.txt").unwrap();
    b.iter(|| words::count(test::black_box(&text)).len());
}
`

const GO = {
  needs: ['go'],
  example: 'go',
  benchmark: /BenchmarkCount$/,
  symbol: / example\.com\/words(?:\/words)?\.Count$/,
  shorter: ['-test.bench .', '-test.bench . -test.benchtime 20ms'],
} satisfies Partial<Case>

const RUST = { needs: ['cargo', 'ld.lld'], benchmark: /count$/, symbol: / _(?:ZN|R)\S*5words5count/ }

const WORKSPACE = { 'Cargo.toml': '[workspace]\nmembers = ["crates/words"]\nresolver = "2"\n' }

const always: Case[] = [
  { name: 'Go', ...GO },
  {
    name: 'Go, a package in a directory of its module',
    ...GO,
    below: 'words',
    files: { 'go.mod': 'module example.com/words\n\ngo 1.21\n' },
  },
  {
    name: 'Rust, a crate of a workspace that reads a file of its own',
    ...RUST,
    example: 'divan',
    below: 'crates/words',
    files: {
      ...WORKSPACE,
      'crates/words/Cargo.toml': '[package]\nname = "words"\nversion = "0.1.0"\nedition = "2021"\n',
      'crates/words/benches/words.rs': RUST_BENCH,
      'crates/words/text.txt': 'the quick brown fox jumps over the lazy dog '.repeat(200),
    },
    // The harness of rustc is not stable.
    env: { RUSTC_BOOTSTRAP: '1' },
  },
]

const nightly: Case[] = [
  { name: 'criterion', ...RUST, example: 'criterion' },
  {
    name: 'criterion in a crate of a workspace',
    ...RUST,
    example: 'criterion',
    below: 'crates/words',
    files: WORKSPACE,
  },
  { name: 'Divan', ...RUST, example: 'divan' },
  {
    name: 'CMake with Google Benchmark',
    needs: ['cmake', 'g++', 'ld.lld', '/usr/include/benchmark/benchmark.h'],
    example: 'google-benchmark',
    files: { 'CMakeLists.txt': CMAKE },
    benchmark: /^Count$/,
    symbol: / \w*Count\w*$/,
  },
]

/** What the example has that `init` has not seen yet, or another file has in its place. */
const LEFT_OUT = ['.stable-bench.yml', 'Makefile', '.gitignore']

function repositoryOf({ example, below = '.', files = {} }: Case): string {
  const cwd = scratch()
  cpSync(join(root, 'examples', example), join(cwd, below), { recursive: true })
  for (const path of [...LEFT_OUT, ...(below === '.' ? [] : ['go.mod'])])
    rmSync(join(cwd, below, path), { force: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  return cwd
}

/** The configuration as somebody leaves it who follows the comment: with its keys in place of those above. */
function uncommented(text: string): string {
  const [above = '', comment = ''] = text.split(/^ {4}# Where the linker puts the code .*\n/m)
  const keys = comment.replaceAll(/^ {4}# /gm, '    ')
  const replaced = [...keys.matchAll(/^ {4}([\w-]+):/gm)].map(([, key]) => key)
  const kept = above.split('\n').filter(line => !replaced.some(key => line.startsWith(`    ${key}:`)))
  return `${kept.join('\n')}${keys}`
}

/** Where the symbol lies in a build. */
const placeIn = (build: string, symbol: RegExp) =>
  execFileSync('nm', [build], { encoding: 'utf8' })
    .split('\n')
    .filter(line => symbol.test(line))
    .sort()
    .join()

const chosen = process.env.STABLE_BENCH_EXAMPLES === 'all' ? [...always, ...nightly] : always

describe('the layouts that init writes', () => {
  for (const each of chosen) {
    const test = each.needs.every(isHere) ? it : it.skip

    test(`lay the code of each build out anew, and ab compares them: ${each.name} (needs ${each.needs.join(', ')})`, async () => {
      const cwd = repositoryOf(each)
      const env = { ...toolEnvironment(), ...each.env }
      commitAll(cwd)
      expect((await stableBench(['init', '--no-try'], { cwd, env })).code).toBe(0)
      const path = join(cwd, '.stable-bench.yml')
      const [from, to] = each.shorter ?? ['', '']
      const text = uncommented(readFileSync(path, 'utf8')).replace(from, to)
      expect(Object.keys(parse(text).suites)).toHaveLength(1)
      const kept = scratch()
      const keeping = text.replace(
        /^ {4}relink: (.*)$/m,
        (_, relink) =>
          `    relink: ${JSON.stringify(`${parse(relink)} && cp bench.{layout} ${kept}/$STABLE_BENCH_SIDE.{layout}`)}`,
      )
      writeFileSync(path, `${keeping}    layouts: 5\n`)
      // Their times decide nothing here: the machine may be busy.
      const measuring = ['--runs', '5', '--max-runs', '5', '--fail-on', 'never', '--output', 'json']
      const { code, stdout, stderr } = await stableBench(['ab', '--base-ref', 'HEAD', ...measuring], {
        cwd,
        env,
      })
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
      const [{ comparison }] = JSON.parse(stdout).sections
      expect(comparison.rows[0]).toMatchObject({
        benchmark: expect.stringMatching(each.benchmark),
        runs: { baseline: 5, candidate: 5 },
      })
      const builds = readdirSync(kept)
      expect(builds).toHaveLength(10)
      for (const side of ['baseline', 'candidate']) {
        const places = builds
          .filter(build => build.startsWith(side))
          .map(build => placeIn(join(kept, build), each.symbol))
        expect(places[0]).toMatch(/^[0-9a-f]+ /)
        expect(new Set(places).size).toBeGreaterThan(3)
      }
    }, 900_000)
  }
})
