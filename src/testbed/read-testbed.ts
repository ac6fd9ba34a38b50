// The machine as it was, and how it is measured: facts, the proof that it was tuned for this job, and the fingerprints.
import { hostname } from 'node:os'
import type { Testbed } from '../model/index.ts'
import { type Facts, fingerprintsOf, readFacts } from './facts/read.ts'
import { findDrift } from './receipt/find-drift.ts'
import { type Graded, gradeOf } from './receipt/grade-of.ts'
import { type Reader, type ReceiptReading, readReceipt } from './receipt/read.ts'

/** A testbed of these facts; the grade is one of them. */
export function testbedOf(facts: Facts, graded: Graded): Testbed {
  const all = { ...facts, grade: graded.grade }
  return { ...graded, ...fingerprintsOf(all), facts: all }
}

/** The grade that a reading of the receipt deserves on the machine below `root`. */
export function gradeMachine(reading: ReceiptReading, root: string): Graded {
  return gradeOf(reading, reading.receipt ? findDrift(reading.receipt, root) : { drifted: [], checked: 0 })
}

/**
 * Reads the testbed from `/proc`, `/sys` and `/run` under `root`. `machine` names the runner, so that two machines of
 * the same make stay apart; without it the host name does. `pinnedCpus` is a CPU list, or null for none; `settings` are
 * facts too, as `settingsOf` makes them of a plan.
 */
export function readTestbed(
  { machine, pinnedCpus, settings }: { machine: string | null; pinnedCpus: string | null; settings: Facts },
  root = '/',
  reader: Reader = {},
): Testbed {
  const facts = { machine: machine ?? hostname(), ...readFacts(root, pinnedCpus), ...settings }
  return testbedOf(facts, gradeMachine(readReceipt(root, reader), root))
}
