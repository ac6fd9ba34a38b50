// What a pull request changes in the programs of this directory: an unrelated file with new functions, which moves all code behind it,
// and the work that the benchmarks do.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../verdicts/random.ts'

/** Functions of random sizes that something refers to, so that they are linked. */
type Language = {
  /** The file of the unrelated edit; its name comes first in the order of files. */
  path: string
  before: string
  function: (name: string, steps: number[]) => string
  after: (names: string[]) => string
  /** Where the number of repetitions stands. */
  rounds: string
}

const lines = (steps: number[], step: (number: number, i: number) => string) => steps.map(step).join('')

export const languages: Record<'go' | 'rust' | 'cpp', Language> = {
  go: {
    path: 'another.go',
    before: 'package main\n\n',
    function: (name, steps) =>
      `//go:noinline\nfunc ${name}(x int) int {\n${lines(steps, (n, i) => `\tx = x*${n} + x>>${1 + (i % 7)}\n`)}\treturn x\n}\n\n`,
    after: names => `func init() {\n${names.map(name => `\tsink += ${name}(sink)\n`).join('')}}\n`,
    rounds: 'rounds.go',
  },
  rust: {
    path: 'src/others.rs',
    before: '',
    function: (name, steps) =>
      `#[inline(never)]\nfn ${name}(mut x: u64) -> u64 {\n${lines(steps, (n, i) => `    x = x.wrapping_mul(${n}).wrapping_add(x >> ${1 + (i % 7)});\n`)}    x\n}\n\n`,
    after: names => `pub fn all(x: u64) -> u64 {\n    ${names.map(name => `${name}(x)`).join(' ^ ')}\n}\n`,
    rounds: 'src/rounds.rs',
  },
  cpp: {
    path: 'another.cpp',
    before: '#include <cstdint>\n\n',
    function: (name, steps) =>
      `__attribute__((noinline)) std::uint64_t ${name}(std::uint64_t x) {\n${lines(steps, (n, i) => `  x = x * ${n}u + (x >> ${1 + (i % 7)});\n`)}  return x;\n}\n\n`,
    after: names =>
      `__attribute__((used)) std::uint64_t (*others[])(std::uint64_t) = {${names.join(', ')}};\n`,
    rounds: 'rounds.hpp',
  },
}

const MOST_FUNCTIONS = 12
const MOST_STEPS = 60

/** Adds the unrelated file to the checkout `cwd`. */
export function editUnrelated(cwd: string, language: Language, random: Random): void {
  const names = Array.from({ length: 1 + random.integer(MOST_FUNCTIONS) }, (_, i) => `other${i}`)
  const bodies = names.map(name =>
    language.function(
      name,
      Array.from({ length: 3 + random.integer(MOST_STEPS) }, () => 3 + 2 * random.integer(10_000)),
    ),
  )
  writeFileSync(join(cwd, language.path), '')
  appendFileSync(join(cwd, language.path), [language.before, ...bodies, language.after(names)].join(''))
}

/** Makes every benchmark do so many repetitions of its work. */
export function setRounds(cwd: string, { rounds: path }: Language, rounds: number): void {
  const file = join(cwd, path)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/= \d+/, `= ${rounds}`))
}
