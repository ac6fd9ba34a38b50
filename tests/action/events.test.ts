import { describe, expect, it } from '@jest/globals'
import { eventOf, events, modeOf, type WayName, wayOf } from '../../src/action/events.ts'
import type { JobContext } from '../../src/github/api/context.ts'
import type { EndedRun } from '../../src/github/runs/ended-run.ts'
import { jobContext, pullRequest, sha } from '../github/setting.ts'

const onMain = { pullRequest: null, branch: 'main' }
const queue = { baseRef: 'main', baseSha: sha(1), headSha: sha(2), number: 7 }
const cases: [string, Partial<JobContext>, Record<'auto' | 'measure' | 'compare', WayName | null>][] = [
  [
    'push to the default branch',
    { event: 'push', ...onMain },
    { auto: 'branch', measure: 'branch', compare: null },
  ],
  [
    'push to the default branch',
    { event: 'workflow_dispatch', ...onMain, branch: 'other' },
    { auto: 'branch', measure: 'branch', compare: null },
  ],
  ['pull request', {}, { auto: 'pullRequest', measure: 'leg', compare: 'pullRequest' }],
  [
    'merge queue (`merge_group`)',
    { event: 'merge_group', ...onMain, mergeGroup: queue },
    { auto: 'pullRequest', measure: 'leg', compare: 'pullRequest' },
  ],
  [
    'pull request from a fork',
    { pullRequest: { ...pullRequest, fromFork: true } },
    { auto: 'pullRequest', measure: 'leg', compare: 'pullRequest' },
  ],
  [
    '`workflow_run`',
    { event: 'workflow_run', ...onMain, endedRun: {} as EndedRun },
    { auto: 'publish', measure: 'branch', compare: null },
  ],
  ...['issue_comment', 'workflow_dispatch', 'pull_request_target'].map((event): (typeof cases)[number] => [
    'on demand: comment `/bench`, label, `workflow_dispatch` with a number',
    { event, branch: 'main', pullRequest: { ...pullRequest, fromFork: true }, requested: true },
    { auto: 'pullRequest', measure: 'leg', compare: 'pullRequest' },
  ]),
  [
    'label `bench: accepted` set or taken away (`pull_request_target`)',
    { event: 'pull_request_target', label: 'bench: accepted' },
    { auto: 'publish', measure: null, compare: null },
  ],
  // As somebody has made it by hand: a workflow's == ignores the case, too.
  [
    'label `bench: accepted` set or taken away (`pull_request_target`)',
    { event: 'pull_request_target', label: 'Bench: Accepted' },
    { auto: 'publish', measure: null, compare: null },
  ],
  ...['schedule', 'workflow_dispatch'].map((event): (typeof cases)[number] => [
    'schedule, or `workflow_dispatch` on the default branch',
    { event, ...onMain },
    { auto: 'branch', measure: 'branch', compare: null },
  ]),
  ...['push', 'release'].map((event): (typeof cases)[number] => [
    'tag, release',
    { event, pullRequest: null, branch: 'v2', tag: 'v2' },
    { auto: 'release', measure: 'branch', compare: 'release' },
  ]),
]

describe('an event', () => {
  it.each(cases)('fits one entry of the table, which says what each mode does: %s', (name, more, ways) => {
    const context = jobContext(more)
    expect(events.filter(({ fits }) => fits(context)).map(each => each.name)).toEqual([name])
    expect(wayOf({ mode: 'publish' }, context)).toBe('publish')
    expect(wayOf({ mode: 'request' }, context)).toBe('request')
    for (const mode of ['auto', 'measure', 'compare'] as const) {
      if (ways[mode] !== null) expect(wayOf({ mode }, context)).toBe(ways[mode])
      else
        expect(() => wayOf({ mode }, context)).toThrow(
          /needs a pull request or a tag, and the event '.*' has neither; use mode: auto/,
        )
    }
  })

  it('makes a night of the trend only on the default branch', () => {
    const nights = cases.filter(([, more]) => eventOf(jobContext(more)).isNight)
    expect(nights.map(([, { event }]) => event)).toEqual(['schedule', 'workflow_dispatch'])
  })

  it('makes the site of all trends on the default branch only, and never for a proposal', () => {
    const made = cases.filter(([, more]) => {
      try {
        return wayOf({ mode: 'pages' }, jobContext(more)) === 'pages'
      } catch (error) {
        expect((error as Error).message).toMatch(
          /^mode: pages is for a schedule, .* and the event '.*' is none$/,
        )
        return false
      }
    })
    expect(made.map(([, { event = 'push' }]) => event).toSorted()).toEqual([
      'push',
      'schedule',
      'workflow_dispatch',
    ])
  })

  it('has the mode of the input, or its own', () => {
    expect(modeOf({ mode: 'auto' }, jobContext())).toBe('compare')
    expect(modeOf({ mode: 'publish' }, jobContext())).toBe('publish')
  })
})
