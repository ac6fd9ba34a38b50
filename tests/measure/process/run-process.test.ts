import { constants } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import type { Bracketed } from '../../../src/measure/process/bracketed.ts'
import { machineReason } from '../../../src/measure/process/run-process.ts'

const { errno, signals } = constants
const ended = (exitCode: number | null, signal: number | null) => ({ exitCode, signal }) as Bracketed

describe('the cause of a failure', () => {
  it.each([
    ['EAGAIN', errno.EAGAIN],
    ['ENOMEM', errno.ENOMEM],
    ['ETXTBSY', errno.ETXTBSY],
    ['EMFILE', errno.EMFILE],
  ])('is the machine when a process could not be started with %s', (_, code) => {
    expect(machineReason({ notStarted: 'refused', errno: code }, false)).not.toBeNull()
  })

  it('is the machine when the kernel ran out of memory and killed the command', () => {
    expect(machineReason(ended(null, signals.SIGKILL), true)).toBe('the kernel ran out of memory')
  })

  it.each([
    ['an exit code', ended(1, null), true],
    ['a crash', ended(null, signals.SIGSEGV), true],
    ['a SIGKILL of unknown origin', ended(null, signals.SIGKILL), false],
    ['a program that is not there', { notStarted: 'No such file', errno: errno.ENOENT }, false],
    ['a bracket that died', null, true],
  ])('is the command when it ended with %s', (_, seen, outOfMemory) => {
    expect(machineReason(seen, outOfMemory)).toBeNull()
  })
})
