// The machine as it was, and how it was measured.
import { settingNames } from './settings.ts'

export type Grade = 'tuned' | 'degraded' | 'untuned'

/** The facts that must match before two sessions may be compared; all others are only shown. */
export const mustMatch = [
  'machine',
  'cpu-model',
  'microcode',
  'kernel',
  'clock-source',
  'governor',
  'turbo',
  'smt',
  'pinned-cpus',
  'shell',
  'grade',
  ...settingNames,
] as const

/** Targets of one knob that came to the same end for the same reason; `target` is the first of them. */
export type KnobResult = {
  knob: string
  status: string
  required: boolean
  targets: number
  target: string
  reason: string
}

/** The runner hooks' receipt in short, and what this process found when it looked for itself. */
export type TuningProof = {
  kit: string
  generation: number
  benchmarkCpus: string
  /** Targets that hold what was wanted. */
  set: number
  /** Those of them that were read again here; services, and what only root may read, are not. */
  checked: number
  /** Everything that is not as it was wanted. */
  unset: KnobResult[]
}

/**
 * The machine as it was, and how it was measured. `fingerprint` covers the facts in `mustMatch`, `shownFingerprint` the
 * others.
 */
export type Testbed = {
  grade: Grade
  gradeReason: string
  fingerprint: string
  shownFingerprint?: string | undefined
  facts: Record<string, string>
  /** Absent where there was no receipt that holds for this job. */
  tuning?: TuningProof | undefined
}
