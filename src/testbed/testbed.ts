// The machine as it was, and how it is measured: facts, grade and fingerprints, before the first run and after the last.
import { hostname } from 'node:os'
import { isSetting, mustMatch, type Testbed, type Warning } from '../model/index.ts'
import { type Facts, fingerprintsOf, readFacts } from './facts/read.ts'
import { findDrift } from './receipt/find-drift.ts'
import { type Graded, gradeOf } from './receipt/grade-of.ts'
import { type Reader, type ReceiptReading, readReceipt, sameReceipt } from './receipt/read.ts'

/** A testbed of these facts; the grade is one of them. */
export function testbedOf(facts: Facts, graded: Graded): Testbed {
  const all = { ...facts, grade: graded.grade }
  return { ...graded, ...fingerprintsOf(all), facts: all }
}

/** The grade of the machine below `root`, by this reading of the receipt. */
function gradeMachine(reading: ReceiptReading, root: string, facts: Facts): Graded {
  const findings = reading.receipt ? findDrift(reading.receipt, root) : { drifted: [], checked: 0 }
  return gradeOf(reading, findings, facts.virtual === 'yes')
}

/** The names of the machine that the caller knows; null or absent for those that it does not. */
export type MachineNames = {
  machine: string | null
  /** Equal machines whose results may be compared. */
  machineClass?: string | null
  runner?: string | null
}

/**
 * The facts that name the machine: the name of the receipt, since root gave it, else of the caller, the runner, the host. A class
 * stands for the machine in all that is compared, and `host` is the machine itself. `runner` is a fact where it has another name.
 */
function identityOf({ machine, machineClass, runner }: MachineNames, { receipt }: ReceiptReading): Facts {
  const own = receipt?.machine || machine || runner || hostname()
  const group = receipt?.class || machineClass
  return {
    machine: group || own,
    ...(group ? { host: own } : {}),
    ...(runner && runner !== own ? { runner } : {}),
  }
}

type TestbedRequest = MachineNames & { pinnedCpus: string | null; settings: Facts }

/**
 * Reads the testbed below `root`. `pinnedCpus`: a CPU list; null for none. `settings` are facts too, as `settingsOf` derives them.
 */
export function readTestbed(
  { pinnedCpus, settings, ...names }: TestbedRequest,
  root = '/',
  reader: Reader = {},
): Testbed {
  const reading = readReceipt(root, reader)
  const facts = { ...identityOf(names, reading), ...readFacts(root, pinnedCpus), ...settings }
  return testbedOf(facts, gradeMachine(reading, root, facts))
}

function gradeNow(before: Testbed, root: string, reader: Reader): Graded {
  const { tuning } = before
  if (tuning === undefined) return { grade: before.grade, gradeReason: before.gradeReason }
  const reading = readReceipt(root, reader)
  const lost = sameReceipt(tuning, reading)
  if (lost !== null)
    return { grade: 'untuned', gradeReason: `tuned before the first run, not after the last: ${lost}` }
  const now = gradeMachine(reading, root, before.facts)
  // A machine that was not tuned before the first run does not become tuned by the last.
  if (now.grade !== 'tuned' || before.grade === 'tuned') return now
  return { grade: before.grade, gradeReason: before.gradeReason, tuning }
}

/** Facts that come from the job itself or the receipt, and are not read from the machine again. */
const isGiven = (name: string) => ['machine', 'grade', 'shell'].includes(name) || isSetting(name)

/** The facts that changed, each with both values: these match no session from a machine that did not change. */
function movedFacts(before: Testbed, root: string): [string, string][] {
  const pinned = before.facts['pinned-cpus'] ?? 'none'
  const now = readFacts(root, pinned === 'none' ? null : pinned)
  return mustMatch.flatMap(name => {
    if (isGiven(name)) return []
    const [was, is] = [before.facts[name] ?? 'unknown', now[name] ?? 'unknown']
    return was === is ? [] : [[name, `${was} → ${is}`]]
  })
}

/**
 * The testbed after the last run so far, by the one of `before` the first. Facts that changed hold both values; a receipt that is
 * no longer valid makes the machine untuned.
 */
export function confirmTestbed(
  before: Testbed,
  root = '/',
  reader: Reader = {},
): { testbed: Testbed; warnings: Warning[] } {
  const moved = movedFacts(before, root)
  const graded = gradeNow(before, root, reader)
  const warnings = moved.map(([name, values]) => ({
    code: 'testbed-moved',
    message: `the machine changed while it was measured: ${name} ${values}`,
  }))
  if (graded.grade !== before.grade) {
    const message = `${before.grade} before the first run, ${graded.grade} after the last: ${graded.gradeReason}`
    warnings.push({ code: 'tuning-lost', message })
  }
  return { testbed: testbedOf({ ...before.facts, ...Object.fromEntries(moved) }, graded), warnings }
}
