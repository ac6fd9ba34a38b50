// What people do by hand: a threshold from both ends, and a test of each commit against it, for `git bisect run` and git_bayesect.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../../../src/stats/describe/summary.ts'
import type { Case } from './cases.ts'
import { bash, built, type Found, timed } from './timed-run.ts'

const RUNS_OF_AN_END = 5

/** The commits of both ends. Their names may be tags, which git_bayesect does not follow. */
export function endsOf(cwd: string, { range }: Case): { old: string; last: string } {
  const [old = '', last = ''] = range
    .split('..')
    .map(end => bash(cwd, `git rev-parse ${end}^{commit}`).trim())
  return { old, last }
}

/** The half way between the medians of both ends, and whether the new end is above it. */
function threshold(cwd: string, one: Case): { limit: number; newIsAbove: boolean } {
  const { old, last } = endsOf(cwd, one)
  const [before = 0, after = 0] = [old, last].map(commit => {
    bash(cwd, `git checkout --quiet --force ${commit} && ${built(one)}`)
    const run = () => Number(/cpu ([\d.]+)/.exec(bash(cwd, timed(one.command)))?.[1])
    return median(Array.from({ length: RUNS_OF_AN_END }, run))
  })
  return { limit: (before + after) / 2, newIsAbove: after > before }
}

export type TestOf = {
  /** Runs of a commit in each test, an odd number. */
  runs: number
  /** Bash that ends the search where a commit does not build or run, and before a run beyond the limit. */
  stop: string
  /** So many runs at most, with those of the ends. */
  limit?: number
}

/**
 * Measures both ends, and writes a script that tests the commit that is checked out: it fails where the median of its runs is on the side of
 * the new end. A commit that is tested again at once is not built again.
 */
export function writeTest(cwd: string, one: Case, { runs, stop, limit }: TestOf): string {
  const ends = threshold(cwd, one)
  const script = join(cwd, '.git', 'test-of-a-commit')
  writeFileSync(join(cwd, '.git', 'runs'), '')
  const isNew = `values[(NR + 1) / 2] ${ends.newIsAbove ? '>' : '<'} ${ends.limit}`
  const text = `
at=$(git rev-parse HEAD)
${limit === undefined ? '' : `[ "$(wc -l < .git/runs)" -lt ${limit - 2 * RUNS_OF_AN_END} ] || { ${stop}; }`}
[ "$at" = "$(cat .git/built 2> /dev/null)" ] || { ${built(one)}; } || { ${stop}; }
echo "$at" > .git/built
echo -n > .git/values
for ((i = 0; i < ${runs}; i++)); do
  said=$(${timed(one.command)}) || { ${stop}; }
  echo "\${said##*cpu }" | tee -a .git/runs >> .git/values
done
sort -g .git/values | awk '{ values[NR] = $1 } END { exit ${isNew} }'
`
  writeFileSync(script, text)
  return script
}

/** The runs of both ends and of all tests until now. */
export const runsUntilNow = (cwd: string) =>
  2 * RUNS_OF_AN_END + readFileSync(join(cwd, '.git', 'runs'), 'utf8').split('\n').length - 1

/** `git bisect run` by the median of so many runs of each commit. */
export function bisectRun(cwd: string, one: Case, runs: number): Found {
  // Beyond 127 it gives up: none of these commits fails to build or to run.
  const script = writeTest(cwd, one, { runs, stop: 'exit 255' })
  const { old, last } = endsOf(cwd, one)
  bash(cwd, `git bisect start --first-parent ${last} ${old} && git bisect run bash ${script}`)
  const sha = bash(cwd, 'git rev-parse refs/bisect/bad').trim()
  return { sha, probability: null, runs: runsUntilNow(cwd) }
}
