// Comparisons to render: every verdict and outcome, both designs, hostile names, and as many rows as one likes.
import {
  type Comparison,
  defaultPolicy,
  type NotEstablished,
  type Row,
  type SideSummary,
  type Testbed,
  type Verdict,
} from '../../src/model/index.ts'
import { bareRow, comparedRow, normals } from './example-rows.ts'
import { HOSTILE } from './hostile-text.ts'

const BASE_COMMIT = '4f1c2d9be07a5b36c8d9e0f1a2b3c4d5e6f70819'
const HEAD_COMMIT = 'a90b7e55d3c14f6082b1c7d8e9fa0b1c2d3e4f50'

const TUNED: Testbed = {
  grade: 'tuned',
  gradeReason: 'all 11 knobs read back as wanted',
  fingerprint: 'sha256:7d1f',
  facts: {
    cpu: 'AMD EPYC 4345P 8-Core Processor',
    governor: 'performance',
    kernel: '6.12.48+deb13-amd64',
    'machine id': 'rack-2-bench',
    smt: 'off',
    turbo: 'off',
  },
}

const DEGRADED: Testbed = {
  ...TUNED,
  grade: 'degraded',
  gradeReason: 'turbo: denied by firmware',
  facts: { ...TUNED.facts, turbo: 'on (denied)' },
}

function side(commit: string, ref: string, more: Partial<SideSummary> = {}): SideSummary {
  return { sources: [], sessions: 1, revision: { commit, ref, dirty: false }, testbed: TUNED, ...more }
}

/** An interleaved pass without any row: what the examples below start from. */
export function comparison(rows: Row[], more: Partial<Comparison> = {}): Comparison {
  return {
    outcome: 'pass',
    reason: null,
    explanation: 'compared',
    design: 'interleaved',
    looks: [],
    policy: {
      ...defaultPolicy,
      threshold: 0,
      today: '2026-11-20',
    },
    baseline: side(BASE_COMMIT, 'main'),
    candidate: side(HEAD_COMMIT, 'faster-search'),
    rows,
    budgets: [],
    warnings: [],
    ...more,
  }
}

const MEMORY = { metric: 'peak-memory', unit: 'B', gates: false } as const
const THROUGHPUT = { metric: 'throughput', unit: 'B/s', better: 'higher' } as const

const quiet = (name: string, level: number, change = 0): Row =>
  comparedRow(name, 'no-change', { level, change, spread: 0.005 })

/** A regression with every verdict, several metrics, warnings on rows and on the whole. */
export function regressionExample(): Comparison {
  const bimodal = {
    code: 'bimodal',
    message: 'the candidate’s runs form two groups 6 % apart: memory layout or clock speed?',
  }
  const rows = [
    quiet('json/parse small', 41_800, 0.002),
    quiet('json/parse large', 18_230_000, -0.004),
    comparedRow('json/stringify large', 'regression', { level: 12_340_000, change: 0.121, spread: 0.008 }),
    comparedRow('search/substring, 1 MiB haystack', 'regression', {
      level: 912_000,
      change: 2.42,
      spread: 0.02,
    }),
    comparedRow(
      'render/table 1,000 rows',
      'regression',
      { level: 2_310_000_000, change: 0.031, spread: 0.006 },
      {
        warnings: [bimodal],
      },
    ),
    comparedRow('compress/zstd -3', 'regression', { level: 512e6, change: -0.084, spread: 0.01 }, THROUGHPUT),
    comparedRow('hash/xxh3', 'improvement', { level: 850, change: -0.081, spread: 0.006 }),
    comparedRow('compress/lz4', 'improvement', { level: 2.1e9, change: 0.127, spread: 0.012 }, THROUGHPUT),
    comparedRow('io/read cold cache', 'inconclusive', { level: 88_000_000, change: 0.035, spread: 0.06 }),
    comparedRow(
      'startup',
      'inconclusive',
      { level: 31_500_000, change: -0.009, spread: 0.025 },
      {
        reason: 'the runs of the baseline vary more than usual',
      },
    ),
    comparedRow(
      'json/parse large',
      'regression',
      { level: 34.5 * 2 ** 20, change: 0.402, spread: 0.002 },
      MEMORY,
    ),
    comparedRow('startup', 'improvement', { level: 12.25 * 2 ** 20, change: -0.05, spread: 0.002 }, MEMORY),
    comparedRow(
      'hash/xxh3',
      'no-change',
      { level: 1.5 * 2 ** 20, change: 0, spread: 0 },
      {
        ...MEMORY,
        reason: 'every run of both sides gave the same number',
        interval: null,
        p: null,
        adjustedP: null,
        detectable: null,
      },
    ),
    bareRow('search/regex', 'new', {
      reason: 'the baseline has no such entry',
      candidate: 640_500,
      runs: { baseline: 0, candidate: 10 },
    }),
    bareRow('search/legacy', 'removed', {
      reason: 'the candidate has no such entry',
      baseline: 1_020_000,
      runs: { baseline: 10, candidate: 0 },
    }),
    bareRow('render/pdf', 'failed', {
      metric: '',
      unit: '',
      reason: 'candidate: exit code 139 in run 3 (SIGSEGV)',
    }),
    bareRow('net/echo', 'not-comparable', {
      reason: 'the baseline measured on another machine: kernel 6.1.0 there, 6.12.48 here',
      candidate: 95_000,
      runs: { baseline: 0, candidate: 10 },
    }),
    quiet('json/stringify small', 39_650, 0.006),
    quiet('sort/1e6 random', 71_300_000),
  ]
  return comparison(rows, {
    outcome: 'regression',
    explanation: 'significantly worse: the rows above',
    candidate: side(HEAD_COMMIT, 'faster-search', {
      revision: { commit: HEAD_COMMIT, ref: 'faster-search', dirty: true },
    }),
    warnings: [
      {
        code: 'short-runs',
        message: 'hash/xxh3: 12 measurements per run; 30 or more make a run’s median better',
      },
      {
        code: 'foreign-interrupts',
        message: '1,204 interrupts of eth0 on the benchmark CPUs during candidate run 7',
      },
    ],
  })
}

/** A pass against twelve stored sessions, with improvements, on a machine that lost a knob, at the second look. */
export function storedExample(): Comparison {
  const rows = [
    comparedRow('decode', 'improvement', { level: 5_120_000, change: -0.19, spread: 0.012 }),
    comparedRow('encode', 'improvement', { level: 9_870_000, change: -0.062, spread: 0.012 }),
    quiet('checksum', 118_000, 0.001),
    comparedRow('seek', 'inconclusive', { level: 402_000, change: 0.021, spread: 0.03 }),
    comparedRow('seek', 'regression', { level: 8.25 * 2 ** 20, change: 0.11, spread: 0.004 }, MEMORY),
  ]
  const sources = Array.from({ length: 12 }, (_, i) => `run 118${40 - i} attempt 1`)
  return comparison(rows, {
    design: 'stored',
    baseline: side(BASE_COMMIT, 'main', { sessions: 12, sources }),
    candidate: side(HEAD_COMMIT, 'refs/pull/42/merge', { testbed: DEGRADED }),
    warnings: [{ code: 'degraded', message: 'turbo: denied by firmware; the clock may change between runs' }],
  })
}

/** A pass in which no row could be decided. */
export function inconclusiveExample(): Comparison {
  return comparison([
    comparedRow('a', 'inconclusive', { level: 1_000_000, change: 0.01, spread: 0.08, runs: 5 }),
    comparedRow('b', 'inconclusive', { level: 2_000_000, change: -0.03, spread: 0.05, runs: 5 }),
  ])
}

/** A pass in which nothing changed. */
export function unchangedExample(): Comparison {
  return comparison([quiet('a', 1_000_000, 0.001), quiet('b', 2_000_000), quiet('c', 3_000_000, -0.002)])
}

/** A comparison that could not be established, for one of the reasons. */
export function notEstablishedExample(reason: NotEstablished): Comparison {
  const missing = [
    bareRow('a', 'removed', { baseline: 1_000_000, reason: 'the candidate has no such entry' }),
    bareRow('b', 'failed', { reason: 'candidate: no such file: bench-b' }),
    quiet('c', 3_000_000),
  ]
  const unpaired = [
    bareRow('a', 'new', { candidate: 1_000_000 }),
    bareRow('b', 'new', { candidate: 2_000_000 }),
  ]
  const none = { sources: [], sessions: 0, revision: null, testbed: null }
  const untuned: Testbed = { ...TUNED, grade: 'untuned', gradeReason: 'no receipt for this job' }
  const more: Record<NotEstablished, Partial<Comparison>> = {
    'no-baseline': {
      rows: unpaired,
      baseline: none,
      explanation: 'no session of the default branch was found',
    },
    'base-not-measured': {
      rows: unpaired,
      baseline: none,
      explanation:
        'the base commit could not be measured: warm-up run 1 of the baseline failed with exit code 3',
    },
    'new-suite': { rows: unpaired, baseline: none, explanation: 'only the candidate has this suite' },
    'baseline-unreadable': {
      rows: unpaired,
      baseline: none,
      explanation: "the base branch's artifacts could not be read: the rate limit is used up",
    },
    'nothing-compared': { rows: unpaired, explanation: 'no benchmark was measured on both sides' },
    'benchmarks-missing': { rows: missing, explanation: 'in the baseline, but not measured: a, b' },
    'testbed-changed': { rows: unpaired, baseline: none, explanation: 'kernel: 6.1.0 there, 6.12.48 here' },
    scattered: {
      rows: [
        comparedRow(
          'a',
          'scattered',
          { level: 1_000_000, change: 0.15, spread: 0.3 },
          { reason: "the candidate's runs scatter 38 times as much as those of its baseline" },
        ),
        quiet('c', 3_000_000),
      ],
      explanation: "the candidate's runs scatter many times more than the baseline's: a",
    },
    inconclusive: {
      rows: [
        comparedRow(
          'a',
          'inconclusive',
          { level: 1_000_000, change: 0.01, spread: 0.08, runs: 5 },
          { fails: true },
        ),
        quiet('c', 3_000_000),
      ],
      policy: { ...defaultPolicy, failOn: 'inconclusive' },
      explanation: 'inconclusive, which fails here (fail-on): a',
    },
    untuned: {
      rows: [],
      candidate: side(HEAD_COMMIT, 'x', { testbed: untuned }),
      explanation: 'require-tuned is set',
    },
    'base-changed': {
      explanation:
        'the pull request goes into main, which does not have 0123456789, the base that was measured',
    },
    'output-not-recognised': {
      rows: unpaired,
      explanation: 'the output of the candidate is in no known format',
    },
    'attempts-lost': {
      explanation: 'attempt 1 of this job failed, and nothing that can be read says what it found',
    },
  }
  return comparison([], { outcome: 'not-established', reason, ...more[reason] })
}

/** Every text field of a comparison filled with HOSTILE strings. */
export function hostileExample(): Comparison {
  const verdicts: Verdict[] = ['regression', 'improvement', 'inconclusive', 'no-change']
  const rows = HOSTILE.map((text, i) => {
    const verdict = verdicts[i % verdicts.length] ?? 'regression'
    const measured = { level: 1_000_000, change: 0.1, spread: 0.01 }
    const more = { metric: text, unit: text, reason: text, warnings: [{ code: text, message: text }] }
    return comparedRow(text, verdict, measured, more)
  })
  const all = HOSTILE.join(' ')
  const testbed: Testbed = { grade: 'degraded', gradeReason: all, fingerprint: all, facts: { [all]: all } }
  const revision = { commit: all, ref: all, dirty: true }
  return comparison(rows, {
    outcome: 'regression',
    explanation: all,
    baseline: { sources: HOSTILE, sessions: 1, revision, testbed },
    candidate: { sources: HOSTILE, sessions: 1, revision, testbed },
    warnings: HOSTILE.map(text => ({ code: text, message: text })),
  })
}

/** A comparison of any size with realistic proportions: mostly no change. */
export function largeExample(count: number, runs: number): Comparison {
  const packages = ['parser', 'codec', 'index', 'query', 'storage', 'network', 'render', 'crypto']
  const rows = Array.from({ length: count }, (_, i) => {
    const name = `${packages[i % packages.length]}/case ${String(i).padStart(4, '0')}/n=${2 ** (i % 16)}`
    const [z = 0, w = 0] = normals(name, 2)
    const spread = 0.003 * Math.exp(0.6 * w)
    const level = 10 ** (3 + (i % 7))
    const moved = i % 25 === 0
    const change = moved ? z * 0.08 : z * spread * 0.2
    const clear = Math.abs(change) > 6 * spread
    const verdict =
      moved && clear
        ? change > 0
          ? 'regression'
          : 'improvement'
        : spread > 0.005
          ? 'inconclusive'
          : 'no-change'
    return comparedRow(name, verdict, { level, change, spread, runs })
  })
  return comparison(rows, { outcome: 'regression' })
}
