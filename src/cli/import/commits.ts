// Reads the commits of the checkout here. They complete short hashes, and say which commit came first.
import { gitAnswer } from '../../git.ts'
import { grouped } from '../../grouped.ts'

/** A whole commit and its place in the order of nights; null for one that the checkout does not have. */
export type FindCommit = (commit: string) => { commit: string; date: string } | null

const DAY = 24 * 3600_000

/** Every commit with the time when it was committed, the oldest first. */
async function commitTimes(cwd: string, args: string[]): Promise<[commit: string, time: number][]> {
  const log = await gitAnswer(cwd, ['log', '--topo-order', '--reverse', '--format=%H %ct', ...args, '--'])
  const lines = log === null || log === '' ? [] : log.split('\n')
  return lines.map(line => [line.slice(0, line.indexOf(' ')), Number(line.split(' ')[1]) * 1000])
}

/**
 * The commits with times that rise in their order. A commit that is not later than the one before it gets a time one
 * millisecond later. That corrects commits of one second, and clocks that were wrong by up to a day. The time of a commit
 * depends on earlier ones only, so that it stays when new commits come.
 */
function inOrder(times: [commit: string, time: number][]): [commit: string, time: number][] {
  let last = Number.NEGATIVE_INFINITY
  return times.map(([commit, time]) => {
    last = time <= last && last - time < DAY ? last + 1 : time
    return [commit, last]
  })
}

const shortest = 7

/** Finds nothing where `cwd` is in no checkout. */
export async function commitsOf(cwd: string): Promise<FindCommit> {
  const [all, branch] = await Promise.all([
    commitTimes(cwd, ['--all']),
    commitTimes(cwd, ['--first-parent', 'HEAD']),
  ])
  const times = new Map([...all, ...inOrder(branch)])
  const byStart = grouped(times.keys(), commit => commit.slice(0, shortest))
  return name => {
    const [commit, ...others] = (byStart.get(name.slice(0, shortest)) ?? []).filter(each =>
      each.startsWith(name),
    )
    const time = times.get(commit ?? '')
    if (commit === undefined || time === undefined || others.length > 0) return null
    return { commit, date: new Date(time).toISOString() }
  }
}
