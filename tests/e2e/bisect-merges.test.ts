// `stable-bench bisect` in histories with merges: the commit that is named made the change, and its change is its own. The benchmark
// states its cost, the product of the files in `cost`, so that branches merge without conflict.
import { describe, expect, it } from '@jest/globals'
import { bisectionSchema } from '../../src/model/index.ts'
import { commit, git, newRepository } from '../measure/git-fixtures.ts'
import { stableBench } from './command-line.ts'

const product = `cat cost/* | awk 'NR == 1 { n = 1 } { n *= $1 / 100 } END { print 100 * n }'`
const bench = `printf '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"work","metric":"size","unit":"B",
"better":"lower","runs":[[%s]]}]}' "$(${product})"\n`

const flags = ['--cpus', 'none', '--aslr', 'on', '--warmup-runs', '0', '--setup', '! test -e broken']

async function found(cwd: string, ...args: string[]) {
  const asked = ['bisect', ...args, ...flags, '--output', 'json', '--', 'bash', 'bench.sh']
  const { stdout, stderr } = await stableBench(asked, { cwd })
  expect({ stdout, stderr }).toMatchObject({ stdout: expect.stringMatching(/^\{/) })
  return bisectionSchema.parse(JSON.parse(stdout))
}

/** A repository in which `topic` is checked out, and what works in it. */
function branched() {
  const repository = newRepository()
  commit(repository, { 'bench.sh': bench, 'cost/start': '100\n' })
  git(repository, 'tag', 'v1')
  git(repository, 'checkout', '--quiet', '-b', 'topic')
  let count = 0
  return {
    repository,
    /** A commit on the branch that is checked out, which sets these factors in percent. */
    changes: (factors: Record<string, number> = {}) => {
      const costs = Object.entries(factors).map(([name, factor]) => [`cost/${name}`, `${factor}\n`])
      count++
      return commit(repository, { [`files/${count}`]: 'text', ...Object.fromEntries(costs) })
    },
    onto: (branch: string) => git(repository, 'checkout', '--quiet', branch),
    merge: (...names: string[]) => {
      git(repository, 'merge', '--quiet', '--no-ff', '--message', `merge of ${names}`, ...names)
      return git(repository, 'rev-parse', 'HEAD')
    },
  }
}

const shasOf = ({ steps }: Awaited<ReturnType<typeof found>>) =>
  steps.map(({ commits }) => commits.map(({ sha }) => sha))

describe('bisect', () => {
  it('names the commit of a branch that began before a larger change of the other', async () => {
    const { repository, changes, onto, merge } = branched()
    const [, second] = [changes(), changes({ topic: 110 }), changes()]
    onto('main')
    changes({ main: 150 })
    git(repository, 'tag', 'later')
    changes()
    const merged = merge('topic')
    changes()
    const bisection = await found(repository, 'later..main')
    expect(shasOf(bisection)).toEqual([[second]])
    const [step] = bisection.steps
    expect(step).toMatchObject({ merge: { sha: merged }, isMerge: false, ratio: expect.closeTo(1.1, 6) })
    expect(bisection.rest).toBe(false)
  }, 120_000)

  it('says that the merge made the change where no commit of its branch did, though the other branch changed', async () => {
    const { repository, changes, onto, merge } = branched()
    changes()
    onto('main')
    changes({ main: 80 })
    merge('topic')
    changes({ both: 120 })
    git(repository, 'reset', '--quiet', '--soft', 'HEAD~')
    git(repository, 'commit', '--quiet', '--amend', '--message', 'merge of both')
    const merged = git(repository, 'rev-parse', 'HEAD')
    const { steps } = await found(repository, 'main~..main')
    expect(steps).toMatchObject([
      { commits: [{ sha: merged }], isMerge: true, unsearched: null, ratio: expect.closeTo(1.2, 6) },
    ])
  }, 120_000)

  it('says of a merge of several branches that it did not search inside', async () => {
    const { repository, changes, onto, merge } = branched()
    changes()
    git(repository, 'checkout', '--quiet', '-b', 'other', 'v1')
    changes({ other: 120 })
    onto('main')
    changes()
    const merged = merge('topic', 'other')
    const { steps } = await found(repository, 'v1..main')
    expect(steps).toMatchObject([
      { commits: [{ sha: merged }], isMerge: true, unsearched: 'it joins 3 branches at once' },
    ])
  }, 120_000)

  it('lists the commits of a branch that cannot be built with the merge that brought them', async () => {
    const { repository, changes, onto, merge } = branched()
    const first = commit(repository, { broken: 'yes' })
    const second = changes({ topic: 120 })
    onto('main')
    changes()
    merge('topic')
    git(repository, 'rm', '--quiet', 'broken')
    git(repository, 'commit', '--quiet', '--amend', '--message', 'merge that builds')
    const merged = git(repository, 'rev-parse', 'HEAD')
    const bisection = await found(repository, 'v1..main')
    expect(shasOf(bisection)).toEqual([[first, second, merged]])
    expect(bisection.steps[0]).toMatchObject({ merge: { sha: merged }, isMerge: false })
    expect(bisection.skipped).toHaveLength(2)
    expect(bisection.skipped.every(({ subject }) => subject === 'change')).toBe(true)
  }, 120_000)

  it('says the change of the commit alone where others of its branch changed it as well; with --all names each', async () => {
    const { repository, changes, onto, merge } = branched()
    const [first, , third] = [changes({ one: 105 }), changes(), changes({ three: 110 }), changes()]
    onto('main')
    const main = changes({ main: 150 })
    merge('topic')
    changes()
    const one = await found(repository, `${main}..main`)
    expect(shasOf(one)).toEqual([[third]])
    expect(one).toMatchObject({ rest: true, steps: [{ ratio: expect.closeTo(1.1, 6) }] })
    const all = await found(repository, 'v1..main', '--all')
    expect(shasOf(all)).toEqual([[main], [first], [third]])
    expect(all.steps.map(({ ratio }) => ratio)).toEqual([1.5, 1.05, 1.1].map(each => expect.closeTo(each, 6)))
  }, 180_000)

  it('searches no commit that lacks the old end, which may be on the branch that was merged', async () => {
    const { repository, changes, onto, merge } = branched()
    const old = changes({ topic: 70 })
    const second = changes({ two: 110 })
    onto('main')
    for (let i = 0; i < 6; i++) changes()
    merge('topic')
    changes()
    const bisection = await found(repository, `${old}..main`)
    expect(bisection.commits).toBe(3)
    expect(shasOf(bisection)).toEqual([[second]])
  }, 120_000)
})
