// From when on evidence speaks against a run. Each limit is about half of what would move a result by the usual
// no-change band of 2 %, or of what a clock tick lets one see; none depends on the measured values.

export type EvidenceLimits = {
  /** Share of the benchmark's CPUs that the hypervisor took. */
  steal: { suspect: number; invalid: number }
  /** Share of the pinned CPUs that other processes used; a quarter means that a job was put there. */
  foreign: { suspect: number; invalid: number }
  /** Share of the time in which every task that was not idle waited for memory. */
  memoryStall: number
  /** Of devices, per second and pinned CPU: at about 2 µs each, half a percent of the time. */
  interruptsPerSecond: number
  /** Per second; only where the clock ticks are too coarse to show who else ran. */
  involuntaryPerSecond: number
  /** Share of the time, at what one page from an SSD takes. */
  majorFaults: { share: number; nanoseconds: number }
  /** Of the whole machine; single pages of idle processes go out on any machine. */
  swappedPages: number
  /** Whether files are in memory before a run: a cold run reads them, and is meant to. */
  warm: boolean
}

export const evidenceLimits: EvidenceLimits = {
  steal: { suspect: 0.01, invalid: 0.1 },
  foreign: { suspect: 0.02, invalid: 0.25 },
  memoryStall: 0.01,
  interruptsPerSecond: 2500,
  involuntaryPerSecond: 100,
  majorFaults: { share: 0.01, nanoseconds: 100e3 },
  swappedPages: 256,
  warm: true,
}

/** A cold run reads its files, and is meant to. */
export const limitsFor = (cache: 'warm' | 'cold'): EvidenceLimits => ({
  ...evidenceLimits,
  warm: cache === 'warm',
})
