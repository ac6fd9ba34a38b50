// The machine and its settings while it measured.
import * as z from 'zod'
import { settingNames } from '../settings.ts'
import { count, text } from './fields.ts'

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

/** Whether a fact is one of those that must match. */
export const isMatched = (name: string): boolean => (mustMatch as readonly string[]).includes(name)

export const gradeSchema = z.enum(['tuned', 'degraded', 'untuned'])
export type Grade = z.infer<typeof gradeSchema>

const knobResultSchema = z.object({
  knob: text,
  status: text,
  required: z.boolean(),
  targets: count,
  target: text.describe('The first of them.'),
  reason: text,
})

/** Targets of one knob that came to the same end for the same reason. */
export type KnobResult = z.infer<typeof knobResultSchema>

const tuningSchema = z.object({
  kit: text,
  generation: count.describe('Moves whenever the machine is tuned.'),
  benchmarkCpus: text,
  loadCpus: text.optional().describe('Kept for what puts a benchmarked service under load.'),
  set: count.describe('Targets that hold what was wanted.'),
  // Services, and what only root may read, are not read again.
  checked: count.describe('Those of them that this process read again for itself.'),
  unset: z.array(knobResultSchema).describe('Everything that is not as it was wanted.'),
})

/** The runner hooks' receipt in short, with the findings of this process when it read the targets again. */
export type TuningProof = z.infer<typeof tuningSchema>

export const testbedSchema = z.object({
  grade: gradeSchema,
  gradeReason: text,
  fingerprint: text.describe('Digest of the facts that must match before sessions may be compared.'),
  shownFingerprint: text.optional().describe('Digest of all other facts.'),
  facts: z.record(text, text),
  tuning: tuningSchema
    .optional()
    .describe("The runner hooks' receipt in short, where it holds for this job."),
})

export type Testbed = z.infer<typeof testbedSchema>

type Recorded = Pick<Testbed, 'fingerprint' | 'facts'>

/** The names of the facts that must match and do not. A fact that one side lacks counts: equality must be shown. */
export const unequalFacts = (one: Testbed['facts'], other: Testbed['facts']) =>
  mustMatch.filter(name => one[name] !== other[name])

/** The facts that must match and changed; null where none did, empty where only the fingerprints differ. */
export function changedFacts(before: Recorded, after: Recorded): string[] | null {
  const changed = unequalFacts(before.facts, after.facts)
  return changed.length === 0 && before.fingerprint === after.fingerprint ? null : changed
}
