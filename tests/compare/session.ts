import { compareSessions } from '../../src/compare/compare-sessions.ts'
import type { ComparisonRequest } from '../../src/compare/comparison-request.ts'
import {
  type Comparison,
  defaultPolicy,
  type Plan,
  type Policy,
  type Sample,
  type Session,
  type Testbed,
} from '../../src/model/index.ts'

/** A session with these samples and nothing else known of it. */
export function session(benchmarks: Sample[], more: Partial<Session> = {}): Session {
  return {
    source: 'test',
    suite: null,
    tool: null,
    revision: null,
    testbed: null,
    plan: null,
    order: null,
    evidence: [],
    warnings: [],
    failures: [],
    benchmarks,
    ...more,
  }
}

/** The plan of a session that was measured in the plainest way. */
export const plainPlan: Plan = {
  command: '',
  runs: 0,
  warmupRuns: 1,
  tool: 'auto',
  cpus: null,
  numaNode: null,
  aslr: 'off',
  cache: 'warm',
  priority: 'auto',
  attached: false,
  shell: 'none',
}

/** The plan of a session whose sides were looked at after so many runs each. */
export const plannedLooks = (looks: number[]): Pick<Session, 'plan'> => ({ plan: { ...plainPlan, looks } })

/** A sample of one measurement per run. */
export function sample(name: string, values: number[], more: Partial<Sample> = {}): Sample {
  return { name, metric: 'time', unit: 'ns', better: 'lower', runs: values.map(value => [value]), ...more }
}

export function testbed(facts: Record<string, string>): Testbed {
  return { grade: 'tuned', gradeReason: 'test', fingerprint: JSON.stringify(facts), facts }
}

/** Compares a candidate with baselines that were stored on a tuned machine, the newest first, unless told otherwise. */
export function compare(
  baselines: Session[],
  candidate: Session,
  policy: Partial<Policy> = {},
  more: Partial<ComparisonRequest> = {},
): Comparison {
  return compareSessions({
    baselines,
    candidates: [candidate],
    design: 'stored',
    policy: { ...defaultPolicy, ...policy },
    assumedGrade: 'tuned',
    ...more,
  })
}
