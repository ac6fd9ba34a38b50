// `stable-bench/receipt@1` as the runner hooks write it (runner-hooks/lib/engine/receipt.sh). Unknown fields are
// dropped. Text is made printable, so that it cannot control a log or a terminal when it is shown.
import * as z from 'zod'

const escaped = (text: string) =>
  text.replace(/[^\x20-\x7e]/gu, character => `\\u{${character.codePointAt(0)?.toString(16)}}`)

const name = z.string().max(400).transform(escaped)
const whole = z.number().int().nonnegative()
// A value is compared as a whole. The list of every second CPU of the largest machine has 20 kB (`allowed` in
// runner-hooks/lib/engine/knob.sh).
const LONGEST_VALUE = 32_768
const value = z.string().max(LONGEST_VALUE).transform(escaped)
// It may quote values.
const sentence = z
  .string()
  .max(4 * LONGEST_VALUE)
  .transform(text => escaped(text).slice(0, 400))
const cpuList = z
  .string()
  .max(LONGEST_VALUE)
  .regex(/^[0-9,-]*$/)

const machineName = z.string().regex(/^(?:[A-Za-z0-9][\w.-]{0,63})?$/)

const targetSchema = z.object({
  knob: z.string().regex(/^[a-z][a-z-]{0,63}$/),
  required: z.boolean(),
  target: name,
  original: value,
  wanted: value,
  readback: value,
  status: z.enum(['applied', 'already', 'unsupported', 'denied', 'failed', 'drifted']),
  reason: sentence,
})

export const receiptSchema = z.object({
  schema: z.literal('stable-bench/receipt@1'),
  kit: z.string().regex(/^[\w.+-]{1,40}$/),
  boot_id: z.string().regex(/^[0-9a-f-]{36}$/),
  generation: whole.positive(),
  grade: z.enum(['tuned', 'degraded']),
  owner: z.object({ kind: z.enum(['worker', 'service', 'root']), pid: whole, start_time: whole, uid: whole }),
  tuned_at: z.iso.datetime(),
  verified_at: z.iso.datetime(),
  lease_until: z.iso.datetime(),
  /** '' where no name is configured and the hooks find no serial number or id. */
  machine: machineName.optional(),
  class: machineName.optional(),
  cpus: z.object({ benchmark: cpuList, load: cpuList.optional(), housekeeping: cpuList }),
  /** Why the machine is degraded, apart from targets that failed. */
  lacks: z.array(sentence).max(100).optional(),
  knobs: z.array(targetSchema).max(50_000),
})

export type Receipt = z.infer<typeof receiptSchema>

/** One target of one knob: its value before, the value wanted, and the value read back. */
export type ReceiptTarget = z.infer<typeof targetSchema>
