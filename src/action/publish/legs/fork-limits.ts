// Limits on a session that a fork reports itself. They are enough for any real suite. They keep a fork from making a
// publish job slow or flooding a comment. The session has been checked against the schema before.
import { type Explained, isMatched, type Sample, type Session, type Testbed } from '../../../model/index.ts'
import { formatCount } from '../../../phrases.ts'

const maxRows = 5000
/** A row of twenty runs takes some milliseconds to compare, one of a thousand a second. */
const maxRuns = 1000
const maxRunsTogether = 100_000
const maxMeasurements = 5_000_000
const maxName = 500
const maxFacts = 50
const maxWarnings = 10
const maxExplained = 5
const maxText = 500
/** Three million years in nanoseconds, and more bytes than exist. */
const largest = 1e23
const smallest = 1e-12

const cut = (text: string) => text.toWellFormed().slice(0, maxText)

function assertAtMost(count: number, limit: number, what: string): void {
  if (count > limit) {
    const [had, most] = [count, limit].map(formatCount)
    throw new Error(`it has ${had} ${what}, at most ${most} are taken from a fork`)
  }
}

function assertNumbers({ name, runs }: Sample): void {
  const isOdd = (value: number) => value !== 0 && !(value >= smallest && value <= largest)
  const odd = runs.flat().find(isOdd)
  if (odd !== undefined)
    throw new Error(`${JSON.stringify(cut(name))} reports ${odd}, which is outside the possible range`)
}

function boundedTestbed(testbed: Testbed): Testbed {
  const decides = ([name]: [string, string]) => isMatched(name)
  const all = Object.entries(testbed.facts)
  // Facts that decide come first: the others are only shown.
  const facts = [...all.filter(decides), ...all.filter(each => !decides(each))].slice(0, maxFacts)
  return {
    ...testbed,
    gradeReason: cut(testbed.gradeReason),
    facts: Object.fromEntries(facts.map(([name, value]) => [cut(name), cut(value)])),
  }
}

const noTree = { frames: [], frame: [], parent: [], baseline: [], candidate: [] }

/** What a fork says of why it is slower, without the call stacks. */
const briefExplained = ({ profile, missing, ...kind }: Explained): Explained => ({
  ...kind,
  missing: missing && `reported by the fork: ${cut(missing)}`,
  profile: profile && { ...profile, profiler: cut(profile.profiler), tree: noTree },
})

/** The session, with texts that are only shown cut to size. Throws with the reason where measurements exceed a limit. */
export function boundedSession(session: Session): Session {
  const { benchmarks, failures, testbed } = session
  assertAtMost(benchmarks.length + failures.length, maxRows, 'benchmarks')
  for (const { name, metric, runs } of benchmarks) {
    assertAtMost(Math.max(name.length, metric.length), maxName, 'characters in a name')
    assertAtMost(runs.length, maxRuns, 'runs of a benchmark')
  }
  const runs = benchmarks.flatMap(sample => sample.runs.map(run => run.length))
  assertAtMost(runs.length, maxRunsTogether, 'runs of all benchmarks together')
  const measurements = runs.reduce((sum, count) => sum + count, 0)
  assertAtMost(measurements, maxMeasurements, 'measurements')
  for (const sample of benchmarks) assertNumbers(sample)
  return {
    ...session,
    evidence: [],
    warnings: session.warnings
      .slice(0, maxWarnings)
      .map(({ code, message }) => ({ code: cut(code), message: `reported by the fork: ${cut(message)}` })),
    failures: failures.map(({ name, reason }) => ({ name: cut(name), reason: cut(reason) })),
    testbed: testbed && boundedTestbed(testbed),
    ...(session.explained && { explained: session.explained.slice(0, maxExplained).map(briefExplained) }),
  }
}
