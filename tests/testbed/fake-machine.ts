import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type Files = Record<string, string>

/** A root with these files, path to content. */
export function fakeMachine(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'stable-bench-machine-'))
  put(root, files)
  return root
}

/** Adds files to a root, or overwrites them. */
export function put(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

export const removeMachine = (root: string) => rmSync(root, { recursive: true, force: true })

export const bootId = '11111111-2222-3333-4444-555555555555'

/** The parent process is as good a worker as any: a real ancestor. */
export type Owner = { kind: string; pid: number; start_time: number; uid: number }

type Target = { knob: string; target: string; readback: string; [more: string]: unknown }

export const target = (knob: string, path: string, readback: string, more: object = {}): Target => ({
  knob,
  required: false,
  target: path,
  original: 'x',
  wanted: readback,
  readback,
  status: 'applied',
  reason: '',
  ...more,
})

/** The knobs without which no machine is tuned, set on targets that nobody looks at again. */
export const decisive = ['governor', 'turbo', 'partition'].map(knob =>
  target(knob, '', '', { status: 'already' }),
)

/** What the kit would write, with `more` on top. */
export function receiptOf(owner: Owner, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    schema: 'stable-bench/receipt@1',
    kit: '0.1.0',
    boot_id: bootId,
    generation: 3,
    grade: 'tuned',
    owner,
    tuned_at: '2026-11-20T12:00:00Z',
    verified_at: '2026-11-20T12:00:01Z',
    lease_until: '2026-11-20T18:00:00Z',
    cpus: { benchmark: '2', housekeeping: '0-1' },
    knobs: [],
    ...more,
  }
}

/** Publishes `content` (an object as JSON) as root would: directory 0755, file 0644. */
export function publish(root: string, content: unknown): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  put(root, { 'run/stable-bench/receipt.json': text })
  chmodSync(join(root, 'run/stable-bench'), 0o755)
  chmodSync(join(root, 'run/stable-bench/receipt.json'), 0o644)
}

/** A process of a fake /proc. */
export function processFiles(pid: number, parent: number, name: string, startTime: number): Files {
  const fields = ['S', parent, ...Array.from({ length: 17 }, () => 0), startTime, 0, 0]
  return { [`proc/${pid}/stat`]: `${pid} (${name}) ${fields.join(' ')}\n` }
}
