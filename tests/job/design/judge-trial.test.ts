// Whether two versions may run at the same time, by their warm-up runs.
import { describe, expect, it } from '@jest/globals'
import { type RunBeside, tookBeside, triedRuns, whyInTurns } from '../../../src/job/design/judge-trial.ts'
import type { RunEvidence } from '../../../src/model/index.ts'

const SECOND = 1e9

/** A process that took `cpu` seconds of its CPU and `idle` more, while others used it for `foreign`. */
function process({ cpu = 1, idle = 0, foreign = 0 }): RunEvidence {
  const wallTime = (cpu + idle + foreign) * SECOND
  const machine = { window: wallTime, cpus: 1, pinned: true, steal: 0, foreignTime: foreign * SECOND }
  return { startedAt: '', wallTime, userTime: cpu * SECOND, systemTime: 0, machine } as RunEvidence
}

type Took = Parameters<typeof process>[0]

/** Warm-up runs of both sides, of a template of each benchmark. */
const tried = (
  alone: Took,
  beside: Partial<Record<'baseline' | 'candidate', Took>>,
  benchmark?: string,
): RunBeside[] => {
  const run = (side: 'baseline' | 'candidate', took: Took, number: number) => ({
    planned: { side, kind: 'warmup' as const, number, ...(benchmark === undefined ? {} : { benchmark }) },
    evidence: [process(took)],
  })
  const sides = ['baseline', 'candidate'] as const
  return triedRuns({
    solo: sides.map(side => run(side, alone, 1)),
    beside: sides.map(side => run(side, beside[side] ?? alone, 2)),
  })
}

describe('two versions beside each other', () => {
  it('may run at the same time where they take as much CPU time as alone, however busy the machine is', () => {
    const runs = tried({ cpu: 1 }, { baseline: { cpu: 1.02, foreign: 3 }, candidate: { cpu: 1, foreign: 5 } })
    expect(whyInTurns(runs, 'virtual')).toBeNull()
    expect(tookBeside(runs)).toBe('beside each other both versions took 1.01 times as much CPU time as alone')
  })

  it('are measured in turns where they compete, from less on where the machine is quiet', () => {
    const runs = tried({ cpu: 1 }, { baseline: { cpu: 1.3 }, candidate: { cpu: 1.3 } })
    expect(whyInTurns(runs, 'virtual')).toBe(
      'beside each other both versions took 1.30 times as much CPU time as alone: they compete for memory or a shared cache',
    )
    expect(whyInTurns(runs, 'busy')).toBeNull()
    const more = tried({ cpu: 1 }, { baseline: { cpu: 1.7 }, candidate: { cpu: 1.5 } })
    expect(whyInTurns(more, 'busy')).toMatch(/1\.60 times/)
  })

  it('do not have to be equally slow: a candidate that takes twice as long is no reason', () => {
    const slower = [...tried({ cpu: 1 }, {}).slice(0, 1), ...tried({ cpu: 2 }, {}).slice(1)]
    expect(whyInTurns(slower, 'virtual')).toBeNull()
  })

  it('are measured in turns where one waits for the other, and not where both always wait', () => {
    expect(whyInTurns(tried({ cpu: 1 }, { candidate: { cpu: 1, idle: 0.9 } }), 'busy')).toBe(
      'beside the other version the candidate waited 0.9 s more: both need something that only one can have',
    )
    expect(
      whyInTurns(tried({ cpu: 0.1, idle: 2 }, { candidate: { cpu: 0.1, idle: 2.1 } }), 'busy'),
    ).toBeNull()
  })

  it('are judged by the benchmark of a template that competes most', () => {
    const runs = [
      ...tried({ cpu: 1 }, {}, 'computes'),
      ...tried({ cpu: 1 }, { baseline: { cpu: 2 }, candidate: { cpu: 2 } }, 'copies'),
    ]
    expect(whyInTurns(runs, 'virtual')).toMatch(/2\.00 times/)
  })

  it('of less than milliseconds are not judged by the start of a process', () => {
    expect(whyInTurns(tried({ cpu: 0.001 }, { candidate: { cpu: 0.0018 } }), 'virtual')).toBeNull()
  })
})
