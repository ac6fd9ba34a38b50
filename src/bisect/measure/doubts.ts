// What makes a change doubtful before anything is measured: files of the benchmark itself, and changes that no commit has.
import { gitAnswer } from '../../git.ts'
import { changeBetween } from '../../measure/checkout/changed-files.ts'
import { pathMatcher } from '../../measure/checkout/path-patterns.ts'
import type { Warning } from '../../model/index.ts'
import { firstOf, shellWord } from '../../phrases.ts'
import { type Asked, newEnd } from './bisecting.ts'

const SHOWN = 3

/** A note where the checkout has changes that no commit has. */
async function ofCheckout(cwd: string): Promise<Warning[]> {
  const changes = await gitAnswer(cwd, ['status', '--porcelain', '--untracked-files=no'])
  if (changes === null || changes === '') return []
  const message =
    'the uncommitted changes of this checkout are in no commit, so they are not measured; they stay as they are'
  return [{ code: 'uncommitted', message }]
}

/** Whether a word of the command is the path of a file. */
const isNamed = (path: string, words: string[]) =>
  words.some(
    word =>
      word === path ||
      word.endsWith(`/${path}`) ||
      path.endsWith(`/${word.replace(/^\.\//, '')}`) ||
      word === `./${path}`,
  )

/** The arguments with which all files of the benchmark are those of the new end. `matched` of them are in the `patterns` in force. */
function withThoseOfNewEnd(matched: string[], unmatched: string[], patterns: string[]): string {
  if (unmatched.length === 0) return '--benchmarks-from HEAD'
  // The option takes the place of the patterns: without them, the files that match would stay those of each commit.
  const paths = matched.length === 0 ? unmatched : [...patterns, ...unmatched]
  return `--benchmarks-from HEAD --benchmark-paths ${paths.map(shellWord).join(' ')}`
}

/** A warning where the command's own files differ between the ends: the change may be that of the benchmark. */
export async function doubtOfBenchmark(cwd: string, asked: Asked): Promise<Warning[]> {
  const { values, range } = asked
  if (values['benchmarks-from'] !== 'each') return []
  const last = newEnd(range).sha
  const { request } = await asked.planOf(last)
  const { candidate = '' } = request.commands
  const words = typeof candidate === 'string' ? candidate.split(/\s+/) : candidate
  const { changed } = await changeBetween(cwd, { base: range.old.sha, head: last })
  const patterns = values['benchmark-paths']
  const matchers = patterns.map(pathMatcher)
  const matched = changed.filter(path => matchers.some(matches => matches(path)))
  const unmatched = changed.filter(path => isNamed(path, words) && !matched.includes(path))
  const own = changed.filter(path => matched.includes(path) || unmatched.includes(path))
  if (own.length === 0) return []
  const message =
    `the benchmark itself differs between the ends (${firstOf(own, SHOWN)}): the change may be its own; ` +
    `to measure every commit with that of the new end: ${withThoseOfNewEnd(matched, unmatched, patterns)}`
  return [{ code: 'benchmark-changed', message }]
}

/** What is to be said before a bisection begins. */
export const doubtsOf = async (cwd: string, asked: Asked): Promise<Warning[]> => [
  ...(await ofCheckout(cwd)),
  ...(await doubtOfBenchmark(cwd, asked)),
]
