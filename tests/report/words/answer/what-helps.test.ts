// What would help most where a verdict stays open: two things, each with what it would show.
import { describe, expect, it } from '@jest/globals'
import { adviceInFlags } from '../../../../src/inputs/flag-words.ts'
import type { Comparison, Row } from '../../../../src/model/index.ts'
import { renderMarkdown } from '../../../../src/report/markdown/comparison.ts'
import { renderText } from '../../../../src/report/text/comparison.ts'
import { answer, answerLines } from '../../../../src/report/words/answer/answer.ts'
import { comparison } from '../../example-comparison.ts'
import { comparedRow } from '../../example-rows.ts'

const slow = { level: 5e9, change: 0.01, spread: 0.08 }
/** Runs of five seconds, of which hundreds would be needed. */
const open = comparedRow('parse', 'inconclusive', slow, { detectable: 0.3, runsNeeded: 900 })
const userTime = comparedRow(
  'parse',
  'regression',
  { level: 4e9, change: 0.34, spread: 0.01 },
  {
    metric: 'user-time',
    gates: false,
    fails: false,
    p: 1e-6,
  },
)

type Machine = { facts?: Record<string, string>; disturbed?: number; more?: Partial<Comparison> }

function measuredOn({ facts = {}, disturbed = 0, more = {} }: Machine, ...rows: Row[]): Comparison {
  const plain = comparison(rows, more)
  const settings = {
    duet: 'no',
    delta: '0',
    layouts: 'one',
    cache: 'warm',
    prepare: 'none',
    cpus: '0-3',
    virtual: 'no',
  }
  const testbed = {
    grade: 'untuned' as const,
    gradeReason: '',
    fingerprint: 'x',
    facts: { ...settings, ...facts },
  }
  const evidence = { runs: 20, suspect: disturbed, invalid: 0, repeated: 0, figures: [] }
  return { ...plain, candidate: { ...plain.candidate, testbed, evidence } }
}

const helps = (compared: Comparison) => {
  const { advice, also } = answer(compared)
  return [advice, also].filter(Boolean)
}

describe('where a verdict stays open', () => {
  it('CPU time that is decided comes first, with what lets it count', () => {
    expect(helps(measuredOn({}, open, userTime))).toEqual([
      'User time says +34.0 %, p < 0.0001: "rows: [{ metric: user-time, gate: true }]" in the configuration lets it count; ' +
        '1 result that cannot fail the check got worse.',
    ])
  })

  it('a finer clock, and no more runs, where every run of both sides was the same number', () => {
    const same = { p: null, ratio: 1, interval: null, runsNeeded: null, detectable: null }
    const row = comparedRow('parse', 'inconclusive', { level: 5e9, change: 0, spread: 0 }, same)
    expect(helps(measuredOn({}, row))).toEqual([
      'Time many iterations at once, or use a finer clock: its steps hide smaller changes.',
    ])
  })

  it('no size of change is named where a tenfold one could have been missed', () => {
    const few = {
      detectable: 5556,
      runsNeeded: null,
      interval: [0.0045, 442] as [number, number],
      runs: { baseline: 5, candidate: 5 },
    }
    const compared = measuredOn(
      { disturbed: 2 },
      comparedRow('parse', 'inconclusive', { ...slow, level: 2e7 }, few),
    )
    const text = renderText(compared, { colour: false })
    expect(text).toContain('even a tenfold change may have gone unseen')
    expect(text).toContain('? Nothing can be said yet: parse is unclear')
    expect(helps(compared)).toEqual([
      'Measure more runs: 5 per side show next to nothing.',
      'Measure in a quiet hour, or set wait-idle to 1h: other work disturbed 2 of 20 runs.',
    ])
  })

  it('CPU time that is undecided, too, or of another benchmark, is no help', () => {
    const other = { ...userTime, benchmark: 'other' }
    const undecided = { ...userTime, verdict: 'inconclusive' as const }
    expect(helps(measuredOn({}, open, other, undecided)).join()).not.toMatch(/user time/i)
  })

  it('a busy machine: both at the same time, then a quiet hour, each with what it would show', () => {
    expect(helps(measuredOn({ disturbed: 12 }, open))).toEqual([
      'Set duet to true: both versions at the same time may show changes of about 10 % instead of 30 %.',
      'Measure in a quiet hour, or set wait-idle to 1h: other work disturbed 12 of 20 runs.',
    ])
  })

  it('a service gets both at the same time where its CPU time is open, which alone decides then', () => {
    const facts = { service: 'warm-up 0 s, load on other CPUs', virtual: 'yes' }
    const cpu = comparedRow('service', 'inconclusive', slow, { metric: 'cpu-time', detectable: 0.09 })
    expect(helps(measuredOn({ facts }, open, cpu))[0]).toBe(
      'Set duet to true: both services share their CPUs, and CPU time alone decides, which may show changes of about 3 % instead of 9 %.',
    )
    const prepared = { ...facts, prepare: 'redis-cli flushall' }
    for (const machine of [{ facts: { ...facts, virtual: 'no' } }, { facts: prepared }])
      expect(helps(measuredOn(machine, open, cpu)).join()).not.toMatch(/duet/)
    expect(helps(measuredOn({ facts }, open)).join()).not.toMatch(/duet/)
  })

  it.each([
    ['was measured', { facts: { duet: 'yes' } }],
    ['was tried and is impossible', { more: { chosenBecause: 'they compete; --duet does it' } }],
    ['has one core', { facts: { cpus: '0' } }],
    ['contradicts delta', { facts: { delta: '100' } }],
    ['brings nothing on a quiet machine', { disturbed: 0 }],
  ])('a duet is not advised where it %s', (_, machine: Machine) => {
    expect(helps(measuredOn({ disturbed: 12, ...machine }, open)).join()).not.toMatch(/duet/)
  })

  it('more runs are named where fewer than a hundred would do, and not where hundreds would', () => {
    const near = { ...open, runsNeeded: 60 }
    expect(helps(measuredOn({}, near))).toEqual([
      'To see a change of 2 % in it, measure about 60 runs per side (set max-runs to 60).',
    ])
    expect(helps(measuredOn({ disturbed: 12 }, open)).join()).not.toMatch(/max-runs/)
  })

  it('short runs are told by how much longer they should be', () => {
    const short = comparedRow(
      'parse',
      'inconclusive',
      { ...slow, level: 50e6 },
      { detectable: 0.1, runsNeeded: 900 },
    )
    expect(helps(measuredOn({}, short))).toEqual([
      'Give each run 25 times as much to do, about 1.25 s: that may show changes of about 2 % instead of 10 %.',
    ])
  })

  it('threads that took turns get the CPUs that the job named', () => {
    const turns = {
      code: 'threads-in-turn',
      message: 'took turns on CPU 3: give it more: set cpus to auto:4',
    }
    expect(helps(measuredOn({ more: { warnings: [turns] } }, open))[0]).toBe(
      'Set cpus to auto:4: its threads took turns, and that time would no longer count.',
    )
  })

  it('says that a quieter machine is needed where nothing else helps', () => {
    expect(helps(measuredOn({}, open))).toEqual([
      'Make the machine quieter: more runs do not help here (about 900 runs per side for a change of 2 % in it).',
    ])
  })

  it('the last lines on a terminal are the two, as flags', () => {
    const text = adviceInFlags(renderText(measuredOn({ disturbed: 12 }, open), { colour: false }), 'ab')
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([
      'This does not fail the check. Add --duet: both versions at the same time may show changes of about 10 % instead of 30 %.',
      'Measure in a quiet hour, or add --wait-idle 1h: other work disturbed 12 of 20 runs.',
    ])
    expect(answerLines(answer(measuredOn({ disturbed: 12 }, open)))).toHaveLength(3)
  })

  it('a comment has the first in its line of prose, in the names of inputs, and folds the second', () => {
    const markdown = renderMarkdown(measuredOn({ disturbed: 12 }, open))
    const [prose = '', folded = ''] = markdown.split('<details>', 2)
    expect(prose).toMatch(/^This does not fail the check\. Set duet to true: both versions/m)
    expect(prose).not.toMatch(/quiet hour/)
    expect(folded + markdown).toMatch(
      /^- What else would help: Measure in a quiet hour, or set wait\S*idle to 1h/m,
    )
  })
})
