// The programs whose verdicts are measured: how a checkout of one is made, and how its builds are.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { randomStream } from '../verdicts/random.ts'
import { editUnrelated, languages, setRounds } from './edits.ts'

/** `setup` makes `bench`, `relink` makes `bench.{layout}`. None has symbols: to compare functions takes longer than to measure. */
export type Program = { name: string; language: keyof typeof languages; setup: string; relink: string }

const go = (flags: string, out: string) => `go build -ldflags='-s -w${flags}' -o ${out} .`
const cargo = (flags: string, out: string) =>
  `cargo rustc --release --quiet --bin placement -- ${flags} && cp target/release/placement ${out}`
const cpp = (flags: string, out: string) => `g++ -s -fuse-ld=lld ${flags} *.o -o ${out}`
const SHUFFLE = '-Wl,--shuffle-sections=*={layout}'

export const programs: Program[] = [
  {
    name: 'Go',
    language: 'go',
    setup: go('', 'bench'),
    relink: go(' -randlayout={layout}', 'bench.{layout}'),
  },
  {
    name: 'Rust',
    language: 'rust',
    setup: cargo('', 'bench'),
    relink: cargo(`-C 'link-arg=${SHUFFLE}'`, 'bench.{layout}'),
  },
  {
    name: 'C++',
    language: 'cpp',
    setup: `for file in *.cpp; do g++ -O2 -ffunction-sections -c $file; done; ${cpp('', 'bench')}`,
    relink: cpp(`'${SHUFFLE}'`, 'bench.{layout}'),
  },
]

const sysroot = execFileSync('rustc', ['--print', 'sysroot'], { encoding: 'utf8' }).trim()
const host = /^host: (.+)$/m.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))?.[1]
// The lld of Rust serves g++ as well.
export const env = {
  ...process.env,
  PATH: `${process.env.PATH}:${join(sysroot, 'lib/rustlib', `${host}`, 'bin/gcc-ld')}`,
}

/** What a checkout has that the base has not: the unrelated edit of this number, or none; and so many rounds of its work. */
type Change = { seed: number; edit: number | null; rounds: number }

/** A checkout of the program in the new directory `cwd`, built once as usual, and once for each of the layouts. */
export async function checkOut(
  { language, setup, relink }: Program,
  cwd: string,
  { seed, edit, rounds, layouts }: Change & { layouts: number[] },
): Promise<void> {
  cpSync(fileURLToPath(new URL(`programs/${language}`, import.meta.url)), cwd, { recursive: true })
  if (edit !== null) editUnrelated(cwd, languages[language], randomStream(seed, `${language} ${edit}`, 0))
  setRounds(cwd, languages[language], rounds)
  const bash = (command: string) => promisify(execFile)('bash', ['-e', '-c', command], { cwd, env })
  await bash(setup)
  for (const layout of layouts) await bash(relink.replaceAll('{layout}', String(layout)))
}
