// `stable-bench/doctor@1`: what `doctor` found out about a machine.
import * as z from 'zod'
import { amount, count, text } from './fields.ts'
import { gradeSchema } from './testbed.ts'

export const doctorSchemaName = 'stable-bench/doctor@1'

const adviceSchema = z.object({
  id: text,
  what: text,
  why: text,
  effect: z.object({
    kind: z.enum(['measured', 'published', 'none']).describe('measured: the noise test measured it here.'),
    factor: amount.nullable().describe('How many times smaller the noise gets.'),
    text,
  }),
  lines: z.array(text).describe('Commands, or lines of a file, one after the other.'),
  undo: text.nullable(),
})

/** One thing to do, with the effect that it is known to have. */
export type Advice = z.infer<typeof adviceSchema>

const coreSchema = z.object({
  cpus: z.array(count).describe('Its threads that are online.'),
  kind: z.enum(['only', 'performance', 'efficient']).describe('only: all cores are of one kind.'),
  benchmark: z.boolean().describe('Whether `cpus: auto` would measure here.'),
})
const cacheSchema = z.object({ level: count.nullable(), size: text, cores: z.array(coreSchema) })
const nodeSchema = z.object({ node: count.nullable(), memory: text, caches: z.array(cacheSchema) })
const hardwareSchema = z.object({
  packages: z.array(z.object({ package: count.nullable(), nodes: z.array(nodeSchema) })),
  offline: text.describe('CPU list.'),
  forbidden: text.describe('CPUs that are online, and that this process may not use.'),
  isolated: text,
  benchmark: text.describe('CPUs on which `cpus: auto` would measure; empty for none.'),
  others: text.describe('CPUs of all other cores.'),
})

/** Packages, NUMA nodes, last-level caches, cores and threads. */
export type Hardware = z.infer<typeof hardwareSchema>

const knobSchema = z.object({
  knob: text,
  state: z
    .enum(['on', 'off', 'kept', 'unsupported', 'unreadable'])
    .describe('on: as the profile `standard` sets it. kept: that profile leaves it alone.'),
  value: text.describe('The value that it has now, or why this machine has none.'),
  wanted: text,
})

/** One knob of the runner hooks on this machine. */
export type KnobState = z.infer<typeof knobSchema>

const bootSchema = z.object({
  present: z.array(z.object({ parameter: text, note: text })),
  wanted: z.array(z.object({ parameter: text, why: text, cost: text })),
  reason: text.describe('Why nothing is wanted; empty where something is.'),
  loader: z.enum(['grub', 'systemd-boot', 'unknown']),
  grub: z.array(text),
  systemdBoot: z.array(text),
  firmware: z.array(text),
})

/** Boot parameters: those that matter and are there, and those worth setting with the lines that do it. */
export type Boot = z.infer<typeof bootSchema>

const kitSchema = z.object({
  installed: z.boolean(),
  version: text,
  intact: z.boolean().nullable().describe('null: not installed, or not for this user to see.'),
  problems: z.array(text),
  runners: z.array(text).describe('Directories of the runners that it was installed for.'),
  hooks: z.enum(['seen', 'others', 'missing', 'unknown']),
  hooksReason: text,
})

/** The state of the runner hooks that an unprivileged process can see. */
export type KitState = z.infer<typeof kitSchema>

const noiseRowSchema = z.object({
  design: z.enum(['as-it-is', 'pinned', 'duet']),
  runs: count.describe('Runs a side.'),
  spread: amount.nullable().describe('Relative standard deviation between runs, single odd ones aside.'),
  detectable: amount.nullable().describe('The change that a comparison finds with 80 % power.'),
  seconds: amount,
  doubts: z.array(text),
  reason: text.describe('Why there are no numbers; empty where there are.'),
})

/** The noise of a command in one way to measure it: its spread, and the change that a comparison would find. */
export type NoiseRow = z.infer<typeof noiseRowSchema>

const machineSchema = z.object({
  kind: z.enum(['bare-metal', 'virtual', 'unknown']),
  container: text.describe('none, or its kind.'),
  reason: text,
  runner: text.describe('The runner that runs its jobs; empty if none was seen.'),
  load: amount.nullable().describe('Tasks that ran or wanted to, over the last minute.'),
})

export const doctorSchema = z.object({
  schema: z.literal(doctorSchemaName),
  first: z.array(adviceSchema).max(3).describe('The advice to follow first.'),
  later: z.array(adviceSchema),
  grade: gradeSchema,
  gradeReason: text,
  machine: machineSchema,
  facts: z.record(text, text),
  hardware: hardwareSchema,
  knobs: z.array(knobSchema),
  daemons: z.array(z.object({ name: text, effect: text })).describe('Those that run now.'),
  boot: bootSchema,
  kit: kitSchema,
  counters: z.object({ paranoid: z.number().int().nullable(), usable: z.boolean().nullable(), reason: text }),
  memory: z.object({
    total: amount.nullable().describe('Bytes, as all sizes here.'),
    available: amount.nullable(),
    swap: amount.nullable(),
    transparent: text,
    hugePages: z.object({ total: count, free: count, size: amount }).nullable(),
  }),
  noise: z.array(noiseRowSchema).describe('Empty where no noise test was made.'),
})

/** The findings of `doctor`, with its advice. */
export type DoctorDocument = z.infer<typeof doctorSchema>
export type DoctorFindings = Omit<DoctorDocument, 'schema' | 'first' | 'later'>
