import { chmodSync, closeSync, copyFileSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { Judgement } from '../../../src/model/index.ts'
import { collect, measuring } from '../measuring-request.ts'

/** A program that somebody has open for writing until `close`. */
function busyProgram(): { program: string; close: () => void } {
  const { cwd } = measuring(['true']).commands.candidate ?? { cwd: '' }
  const program = join(cwd, 'program')
  copyFileSync('/bin/true', program)
  chmodSync(program, 0o755)
  const descriptor = openSync(program, 'r+')
  return { program, close: () => closeSync(descriptor) }
}

const judging = (...validities: Judgement['validity'][]) => {
  const left = [...validities]
  return (): Judgement => {
    const validity = left.shift() ?? 'valid'
    return {
      validity,
      reasons: validity === 'valid' ? [] : [{ code: 'steal', message: 'a guest took the CPU' }],
    }
  }
}

describe('a run that the machine failed', () => {
  it('is made once more, and counted', async () => {
    const { program, close } = busyProgram()
    let attempts = 0
    const prepare = async () => {
      if (++attempts === 2) close()
    }
    const request = measuring([program], { clock: 'perl', prepare })
    const [run] = await collect(request)
    expect(run?.evidence[0]?.repeated).toBe('the program was still open for writing')
    expect(request.log.repeats).toEqual([
      {
        step: { side: 'candidate', kind: 'measured', number: 0 },
        kind: 'failed',
        reason: 'the program was still open for writing',
      },
    ])
  })

  it('is made once more only, and then fails', async () => {
    const { program, close } = busyProgram()
    let attempts = 0
    const prepare = async () => void attempts++
    const request = measuring([program], { clock: 'perl', prepare })
    await expect(collect(request)).rejects.toThrow(/could not be started: Text file busy/)
    expect(attempts).toBe(2)
    close()
  })
})

describe('a run that failed by itself', () => {
  it.each([
    ['an exit code', ['sh', '-c', 'exit 3']],
    ['a signal that it sent itself', ['sh', '-c', 'kill -KILL $$']],
    ['a program that is not there', ['./none']],
  ])('is not made again: %s', async (_, argv) => {
    let attempts = 0
    const request = measuring(argv, { prepare: async () => void attempts++ })
    await expect(collect(request)).rejects.toThrow(/run 1/)
    expect(attempts).toBe(1)
    expect(request.log.repeats).toEqual([])
  })
})

describe('a run with invalid evidence', () => {
  it('is made once more with the reason noted, whatever the evidence says then', async () => {
    const request = measuring(['true'], { judge: judging('invalid', 'invalid') })
    const [run] = await collect(request)
    expect(run?.evidence[0]?.repeated).toBe('a guest took the CPU')
    expect(request.log).toMatchObject({ made: 1, repeats: [{ kind: 'invalid' }] })
  })

  it('is kept when it is merely suspect', async () => {
    const request = measuring(['true'], { judge: judging('suspect') })
    const [run] = await collect(request)
    expect(run?.evidence[0]?.repeated).toBeUndefined()
  })

  it('is kept when too many were made again already', async () => {
    const request = measuring(['true'], { judge: judging(...Array<'invalid'>(20).fill('invalid')) })
    await collect(request, 10)
    expect(request.log.made).toBe(10)
    expect(request.log.repeats.length).toBeLessThan(4)
  })
})
