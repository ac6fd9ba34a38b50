import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, linkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from '@jest/globals'
import {
  ancestorsOf,
  type ReceiptReading,
  readReceipt,
  sameReceipt,
} from '../../../src/testbed/receipt/read.ts'
import {
  bootId,
  type Files,
  fakeMachine,
  type Owner,
  processFiles,
  publish,
  put,
  receiptOf,
  removeMachine,
  target,
} from '../fake-machine.ts'

const here = dirname(fileURLToPath(import.meta.url))
const uid = process.getuid?.() ?? 0
const now = Date.parse('2026-11-20T12:30:00Z')
const reader = { trustedUid: uid, now }
const roots: string[] = []

/** A job on a fake machine: this process is number 30, below worker 20. */
const job = { ...reader, pid: 30 }
const worker: Owner = { kind: 'worker', pid: 20, start_time: 777, uid: 1001 }

function machine(more: Files = {}): string {
  const root = fakeMachine({
    'proc/sys/kernel/random/boot_id': `${bootId}\n`,
    ...processFiles(10, 1, 'Runner.Listener', 5),
    ...processFiles(20, 10, 'Runner.Worker', 777),
    ...processFiles(25, 20, 'bash', 800),
    ...processFiles(30, 25, 'node', 900),
    ...more,
  })
  roots.push(root)
  return root
}

afterEach(() => roots.splice(0).forEach(removeMachine))

function reading(content: unknown, more: Files = {}): ReceiptReading {
  const root = machine(more)
  publish(root, content)
  return readReceipt(root, job)
}

const file = (root: string) => join(root, 'run/stable-bench/receipt.json')

describe('the receipt of this job', () => {
  it('is read, with every target', () => {
    const governor = target('governor', '/sys/x', 'performance')
    const { receipt } = reading(receiptOf(worker, { knobs: [governor] }))
    expect(receipt).toMatchObject({ generation: 3, grade: 'tuned', knobs: [governor] })
  })

  it('does not exist if the hooks have not run', () => {
    const none = { refused: 'the runner hooks did not tune it for this job', adoptable: false }
    expect(readReceipt(machine(), job)).toEqual(none)
    expect(readReceipt(machine({ 'run/stable-bench/journal': '' }), job)).toEqual(none)
  })

  it('loses unknown fields, and its text becomes printable', () => {
    const nasty = target('turbo', '/sys/x', '1', {
      reason: 'a\u001b[2J\n::error::\u202e',
      secret: 'x',
      __proto__: {},
    })
    const { receipt } = reading(receiptOf(worker, { knobs: [nasty], extra: { deep: 1 } }))
    expect(receipt).not.toHaveProperty('extra')
    expect(receipt?.knobs[0]).not.toHaveProperty('secret')
    expect(receipt?.knobs[0]?.reason).toBe('a\\u{1b}[2J\\u{a}::error::\\u{202e}')
  })
})

describe('a receipt is refused', () => {
  it.each([
    ['of another boot', { boot_id: bootId.replace('1', '2') }, 'it is of another boot'],
    ['after its lease', { lease_until: '2026-11-20T12:29:59Z' }, 'its lease ended at 2026-11-20T12:29:59Z'],
    ['of another schema', { schema: 'stable-bench/receipt@2' }, 'it does not fit its schema: schema'],
    ['of no generation', { generation: 0 }, 'it does not fit its schema: generation'],
    [
      'with a status of its own',
      { knobs: [target('a', '/b', 'c', { status: 'perfect' })] },
      'knobs.0.status',
    ],
    ['with a text without end', { knobs: [target('a', `/${'b'.repeat(2000)}`, 'c')] }, 'knobs.0.target'],
    ['of another worker', { owner: { ...worker, pid: 21 } }, 'it is for another job'],
    ['whose number was used again', { owner: { ...worker, start_time: 778 } }, 'it is for another job'],
    ['of a worker without a number', { owner: { ...worker, pid: 0 } }, 'it is for another job'],
    [
      'of a process below, not above',
      { owner: { ...worker, pid: 30, start_time: 900 } },
      'it is for another job',
    ],
    ['by hand, in a job', { owner: { ...worker, kind: 'root', pid: 0 } }, 'root tuned the machine by hand'],
  ])('%s', (_, more, reason) => {
    const { refused } = reading(receiptOf(worker, more))
    expect(refused).toContain('the receipt of the runner hooks was refused: ')
    expect(refused).toContain(reason)
  })

  it.each([
    ['', 'it is not JSON'],
    ['{"schema":', 'it is not JSON'],
    ['[]', 'the document'],
    ['null', 'the document'],
  ])('when it holds %j', (text, reason) => {
    expect(reading(text).refused).toContain(reason)
  })

  it('that is a link, or in a directory that is one', () => {
    const root = machine()
    publish(root, receiptOf(worker))
    renameSync(file(root), join(root, 'elsewhere.json'))
    symlinkSync(join(root, 'elsewhere.json'), file(root))
    expect(readReceipt(root, job).refused).toContain('it is a symbolic link')
    renameSync(join(root, 'run/stable-bench'), join(root, 'other'))
    symlinkSync(join(root, 'other'), join(root, 'run/stable-bench'))
    expect(readReceipt(root, job).refused).toContain('/run/stable-bench is not a directory')
  })

  it('that others may write, or whose directory they may write', () => {
    const root = machine()
    publish(root, receiptOf(worker))
    chmodSync(file(root), 0o664)
    expect(readReceipt(root, job).refused).toContain('it can be written by others than root')
    chmodSync(file(root), 0o644)
    chmodSync(dirname(file(root)), 0o777)
    expect(readReceipt(root, job).refused).toContain('/run/stable-bench can be written by others than root')
  })

  it('that belongs to any user but the trusted one', () => {
    const root = machine()
    publish(root, receiptOf(worker))
    const { refused } = readReceipt(root, { ...job, trustedUid: uid + 1 })
    expect(refused).toContain(`/run/stable-bench belongs to user ${uid}, not to root`)
  })

  const asRoot = uid === 0 ? it : it.skip
  asRoot('that a runner user has written into the directory of root, also as a second link', () => {
    const root = machine()
    publish(root, receiptOf(worker))
    chownSync(file(root), 1001, 1001)
    expect(readReceipt(root, { ...job, trustedUid: 0 }).refused).toContain(
      'it belongs to user 1001, not to root',
    )
    renameSync(file(root), join(root, 'mine.json'))
    linkSync(join(root, 'mine.json'), file(root))
    expect(readReceipt(root, { ...job, trustedUid: 0 }).refused).toContain(
      'it belongs to user 1001, not to root',
    )
  })

  it('that is a named pipe, without waiting for a writer', () => {
    const root = machine()
    publish(root, receiptOf(worker))
    unlinkSync(file(root))
    expect(spawnSync('mkfifo', ['-m', '644', file(root)]).status).toBe(0)
    expect(readReceipt(root, job).refused).toContain('it is not a regular file')
  })

  it('that has more than 16 MiB, unread', () => {
    expect(reading(' '.repeat(16 * 2 ** 20 + 1)).refused).toContain(
      'it has 16777217 bytes, at most 16777216 are read',
    )
  })
})

describe('the owner', () => {
  it('that is the service of an ephemeral runner can be replaced by this job', () => {
    const service = { kind: 'service', pid: 0, start_time: 0, uid: 0 }
    const found = reading(receiptOf(service))
    expect(found).toMatchObject({
      adoptable: true,
      refused: expect.stringContaining('no job has taken it over'),
    })
  })

  it('root is accepted outside of jobs', () => {
    const byHand = { kind: 'root', pid: 0, start_time: 0, uid: 0 }
    const root = machine(processFiles(40, 1, 'bash', 1))
    publish(root, receiptOf(byHand))
    expect(readReceipt(root, { ...reader, pid: 40 }).receipt?.generation).toBe(3)
  })

  it('is found above names with brackets, blanks and line breaks', () => {
    const fake = 'x) S 20 (y) S 20\n'
    const outside = processFiles(30, 26, 'node', 900)
    const stranger = { ...outside, ...processFiles(26, 1, fake, 850) }
    expect(reading(receiptOf(worker), stranger).refused).toContain('it is for another job')
    const inside = { ...outside, ...processFiles(26, 20, fake, 850) }
    expect(reading(receiptOf(worker), inside).receipt).toBeDefined()
  })
})

describe('on the real /proc', () => {
  const realMachine = (): string => {
    const root = fakeMachine({})
    roots.push(root)
    symlinkSync('/proc', join(root, 'proc'))
    return root
  }
  const boot = () => spawnSync('cat', ['/proc/sys/kernel/random/boot_id'], { encoding: 'utf8' }).stdout.trim()

  it('a real ancestor is accepted, with its start time; another process is not', async () => {
    const root = realMachine()
    const own = (pid: number, start_time: number) =>
      publish(root, receiptOf({ kind: 'worker', pid, start_time, uid }, { boot_id: boot() }))
    for (const { pid, startTime } of ancestorsOf(process.pid)) {
      own(pid, startTime)
      expect(readReceipt(root, reader).receipt?.owner.pid).toBe(pid)
      own(pid, startTime + 1)
      expect(readReceipt(root, reader).refused).toContain('it is for another job')
    }
    const sibling = spawn('sleep', ['60'])
    const below = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], { detached: true })
    try {
      const grandchild = await new Promise<number>(done =>
        below.stdout.once('data', text => done(Number(text))),
      )
      const [parent] = ancestorsOf(grandchild)
      expect(parent?.pid).toBe(below.pid)
      own(sibling.pid ?? 0, parent?.startTime ?? 0)
      expect(readReceipt(root, reader).refused).toContain('it is for another job')
      own(below.pid ?? 0, parent?.startTime ?? 0)
      expect(readReceipt(root, reader).refused).toContain('it is for another job')
      expect(readReceipt(root, { ...reader, pid: grandchild }).receipt).toBeDefined()
    } finally {
      sibling.kill()
      process.kill(-(below.pid as number))
    }
  })

  it('a Runner.Worker above a job is seen by its name', () => {
    const root = realMachine()
    publish(root, receiptOf({ kind: 'root', pid: 0, start_time: 0, uid: 0 }, { boot_id: boot() }))
    const program = `
      import { readReceipt } from ${JSON.stringify(resolve(here, '../../../src/testbed/receipt/read.ts'))}
      const { receipt, refused } = readReceipt(${JSON.stringify(root)}, ${JSON.stringify(reader)})
      console.log(refused ?? receipt.owner.kind)`
    put(root, { 'program.ts': program })
    const run = (shell: string) => {
      const node = [process.execPath, '--experimental-strip-types', '--no-warnings', join(root, 'program.ts')]
      // With a second command the shell stays above node instead of becoming it.
      const options = { encoding: 'utf8', env: { PATH: process.env.PATH } } as const
      return spawnSync(shell, ['-c', '"$@"; exit', 'sh', ...node], options).stdout.trim()
    }
    expect(run('/bin/bash')).toBe('root')
    symlinkSync('/bin/bash', join(root, 'Runner.Worker'))
    expect(run(join(root, 'Runner.Worker'))).toContain('root tuned the machine by hand, not for this job')
  })
})

describe('between two readings', () => {
  const before = { generation: 3 }

  it('the same generation is the same receipt', () => {
    expect(sameReceipt(before, reading(receiptOf(worker)))).toBeNull()
  })

  it('another generation means that somebody tuned in between', () => {
    const after = reading(receiptOf(worker, { generation: 4 }))
    expect(sameReceipt(before, after)).toBe('the machine was tuned anew meanwhile (generation 3, now 4)')
  })

  it('a receipt that is gone is named', () => {
    expect(sameReceipt(before, readReceipt(machine(), job))).toBe(
      'the runner hooks did not tune it for this job',
    )
  })
})
