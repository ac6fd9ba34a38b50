// What a bisection says, as text and as Markdown: names from a repository are shown, and never act.
import { describe, expect, it } from '@jest/globals'
import { type Bisection, bisectionSchema } from '../../src/model/index.ts'
import { bisectionJson, bisectionMarkdown, bisectionText } from '../../src/report/bisection.ts'

const sha = (digit: string) => digit.repeat(40)
const named = (digit: string, subject: string) => ({
  sha: sha(digit),
  author: 'Jane Doe',
  authored: '2026-11-03T14:12:09+01:00',
  subject,
})

const found: Bisection = {
  range: 'v1.2..main',
  command: './bench',
  setup: 'make',
  old: named('0', 'start'),
  new: named('9', 'end'),
  commits: 112,
  outcome: 'found',
  reason: null,
  benchmark: 'parse',
  metric: 'time',
  better: 'lower',
  ends: { ratio: 1.0712, interval: [1.06, 1.082], rounds: 20 },
  detectable: null,
  steps: [
    {
      commits: [named('5', 'Use a tree [x](http://evil) for\u001b[31m symbols')],
      probability: 0.9963,
      ratio: 1.051,
      interval: [1.046, 1.056],
      merge: named('6', 'Merge branch topic'),
      isMerge: false,
      unsearched: null,
      repeat: 'stable-bench bisect 4444444444..5555555555 --setup make --benchmark parse -- ./bench',
    },
  ],
  rest: true,
  probabilities: [],
  measured: [{ sha: sha('5'), rounds: 12, ratio: 1.05 }],
  skipped: [
    { sha: sha('7'), subject: 'Half a change', reason: 'the setup command failed with exit code 2: make' },
  ],
  runs: 118,
  seconds: 840,
  warnings: [],
}

describe('the report of a bisection', () => {
  it('names the commit, its change, how sure that is, and the command that repeats it', () => {
    expect(bisectionText(found)).toBe(`parse: +5.1 % (worse) since 5555555555

commit      5555555555 Use a tree [x](http://evil) for\\u{1b}[31m symbols
author      Jane Doe, 2026-11-03 14:12 +01:00
merged by   6666666666 Merge branch topic
its change  +5.1 % [+4.6 %, +5.6 %]
probability 99.6 %
again       stable-bench bisect 4444444444..5555555555 --setup make --benchmark parse -- ./bench

range       v1.2..main: 112 commits
in all      +7.1 % [+6.0 %, +8.2 %]
measured    1 commit and the old end, 118 runs, 14 min
more        other commits of the range changed it as well: --all finds them

passed over: 1 commit
- 7777777777 Half a change: the setup command failed with exit code 2: make
`)
  })

  it('is harmless Markdown', () => {
    const text = bisectionMarkdown(found)
    expect(text).toMatch(/^### parse: \+5\.1\u00a0% \(worse\) since `?5555555555`?\n/)
    expect(text).toContain('- commit: `5555555555` Use a tree `[x](http://evil)` `for\\u{1b}[31m` symbols\n')
    expect(text).toContain('- its change: +5.1\u00a0% [+4.6\u00a0%, +5.6\u00a0%]\n')
    expect(text).toContain('```\nstable-bench bisect 4444444444..5555555555')
  })

  it('is a document that its schema reads', () => {
    const { schema, ...read } = bisectionSchema.parse(JSON.parse(bisectionJson(found)))
    expect([schema, read]).toEqual(['stable-bench/bisection@1', found])
  })

  it('says of a metric of which more is better whether it is better', () => {
    const more = { ...found, better: 'higher' as const }
    expect(bisectionText(more)).toMatch(/^parse: \+5\.1 % \(better\) since/)
  })

  it('lists the most probable commits where none is sure, and all of which one is it', () => {
    const open: Bisection = {
      ...found,
      outcome: 'undecided',
      reason: 'no commit is 99 % sure',
      steps: [],
      rest: null,
      skipped: [],
      probabilities: [
        { sha: sha('3'), subject: 'One', probability: 0.61 },
        { sha: sha('4'), subject: 'Two', probability: 0.38 },
      ],
    }
    expect(bisectionText(open)).toMatch(
      /^parse: \+7\.1 % in v1\.2\.\.main, but no commit is sure to have made it\n[\s\S]*most probable:\n- 61 % +3333333333 One\n- 38 % +4444444444 Two\n$/,
    )
    const one = found.steps[0] as (typeof found.steps)[number]
    const several = { ...found, steps: [{ ...one, commits: [named('4', 'Two'), named('5', 'Three')] }] }
    expect(bisectionText(several)).toMatch(
      /since one of 2 commits\n\none of {6}4444444444 Two, 2026-11-03 14:12 \+01:00\n {12}5555555555/,
    )
  })

  it('says of a merge whether it made the change itself, or nobody has looked inside', () => {
    const [step] = found.steps
    const merge = (unsearched: string | null): Bisection => ({
      ...found,
      steps: step === undefined ? [] : [{ ...step, merge: null, isMerge: true, unsearched }],
    })
    expect(bisectionText(merge(null))).toMatch(
      /^note {8}a merge: no single commit that it brought in makes the change$/m,
    )
    expect(bisectionText(merge('it joins 3 branches at once'))).toMatch(
      /^note {8}a merge: it, or a commit that it brought in, makes the change \(it joins 3 branches at once\)$/m,
    )
  })

  it('says what would have been seen where nothing changed', () => {
    const none: Bisection = {
      ...found,
      outcome: 'no-change',
      reason: 'no change is sure',
      steps: [],
      rest: null,
      detectable: 0.0314,
    }
    expect(bisectionText(none)).toMatch(
      /^parse: no change is to be found in v1\.2\.\.main; a change of 3\.1 % would have been seen\n/,
    )
  })
})
