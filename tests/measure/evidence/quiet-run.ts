import type { MachineEvidence, RunEvidence } from '../../../src/model/index.ts'

/** Two seconds on one CPU with nothing in the way. */
export const quietRun = (): RunEvidence => ({
  startedAt: '2026-01-01T00:00:00.000Z',
  wallTime: 2e9,
  userTime: 1.95e9,
  systemTime: 0.05e9,
  peakMemory: 1e6,
  voluntarySwitches: 3,
  involuntarySwitches: 2,
  minorFaults: 100,
  majorFaults: 0,
})

export const quietMachine = (): MachineEvidence => ({
  window: 2e9,
  cpus: 1,
  pinned: true,
  steal: 0,
  foreignTime: 4e6,
  outsideShare: 0.05,
  deviceInterrupts: 12,
  timerInterrupts: 500,
  otherInterrupts: 40,
  softirqs: 10,
  throttled: 0,
  frequency: 3.4e9,
  temperature: 55,
  swappedPages: 0,
  pressure: { cpu: { some: 1e6, full: 0 }, memory: { some: 0, full: 0 }, io: { some: 0, full: 0 } },
})
