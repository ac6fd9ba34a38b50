import { chmodSync, closeSync, copyFileSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { Run } from '../../../src/measure/runs/measure-runs.ts'
import { withRepeat } from '../../../src/measure/runs/repeat-run.ts'
import type { Judgement, RunEvidence } from '../../../src/model/index.ts'
import { quietRun } from '../evidence/quiet-run.ts'
import { collect, emptyLog, measuring, writtenBy } from '../measuring-request.ts'

/** A program that somebody has open for writing until `close`. */
function busyProgram(): { program: string; close: () => void } {
  const { cwd } = measuring(['true']).commands.candidate ?? { cwd: '' }
  const program = join(cwd, 'program')
  copyFileSync('/bin/true', program)
  chmodSync(program, 0o755)
  const descriptor = openSync(program, 'r+')
  return { program, close: () => closeSync(descriptor) }
}

const judgementOf = (validity: Judgement['validity']): Judgement => ({
  validity,
  reasons: validity === 'valid' ? [] : [{ code: 'steal', message: 'a guest took the CPU' }],
})

/** Watches that judge the processes so, one after the other. */
const judging = (...validities: Judgement['validity'][]) => {
  const left = [...validities]
  return () => (evidence: RunEvidence) => ({ ...evidence, judgement: judgementOf(left.shift() ?? 'valid') })
}

describe('a run that the machine failed', () => {
  it('is made once more, and recorded', async () => {
    const { program, close } = busyProgram()
    let attempts = 0
    const prepare = async () => {
      if (++attempts === 2) close()
    }
    const log = emptyLog()
    const [run] = await collect(measuring([program], { clock: 'perl', prepare }), 1, log)
    expect(run?.evidence[0]?.repeated).toBe('the program was still open for writing')
    expect(log.repeats).toEqual([
      {
        planned: { side: 'candidate', kind: 'measured', number: 0, alone: true },
        kind: 'failed',
        reason: 'the program was still open for writing',
      },
    ])
  })

  it('is made once more over half-written results', async () => {
    const { program, close } = busyProgram()
    let attempts = 0
    const prepare = async (_: unknown, cwd: string) => {
      writeFileSync(join(cwd, 'out.json'), '{"half":')
      if (++attempts === 2) close()
    }
    const request = measuring([program], {
      clock: 'perl',
      prepare,
      results: '*.json',
      isResults: () => false,
    })
    const [run] = await collect(request)
    expect(run?.evidence[0]?.repeated).toBe('the program was still open for writing')
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

describe('a run whose command failed', () => {
  it.each([
    ['an exit code', ['sh', '-c', 'exit 3']],
    ['a signal that it sent itself', ['sh', '-c', 'kill -KILL $$']],
    ['a program that is not there', ['./none']],
  ])('is not repeated: %s', async (_, argv) => {
    let attempts = 0
    const log = emptyLog()
    const request = measuring(argv, { prepare: async () => void attempts++ })
    await expect(collect(request, 1, log)).rejects.toThrow(/run 1/)
    expect(attempts).toBe(1)
    expect(log.repeats).toEqual([])
  })
})

describe('a run with invalid evidence', () => {
  it('is made once more with the reason recorded, whatever the evidence says then', async () => {
    const request = measuring(['true'], { watch: judging('invalid', 'invalid') })
    const log = emptyLog()
    const [run] = await collect(request, 1, log)
    expect(run?.evidence[0]?.repeated).toBe('a guest took the CPU')
    expect(log).toMatchObject({ made: 1, repeats: [{ kind: 'invalid' }] })
  })

  it('is made once more over its own results, although nobody can read them', async () => {
    const request = measuring(['sh', '-c', 'echo unreadable > out.json'], {
      results: '*.json',
      isResults: () => false,
      watch: judging('invalid'),
    })
    const [run] = await collect(request)
    expect(run?.evidence[0]?.repeated).toBe('a guest took the CPU')
    expect(writtenBy(run)).toBe('unreadable\n')
  })

  it('is kept when it is only suspect', async () => {
    const request = measuring(['true'], { watch: judging('suspect') })
    const [run] = await collect(request)
    expect(run?.evidence[0]?.repeated).toBeUndefined()
  })

  it('is kept when too many were repeated already', async () => {
    const request = measuring(['true'], { watch: judging(...Array<'invalid'>(20).fill('invalid')) })
    const log = emptyLog()
    await collect(request, 10, log)
    expect(log.made).toBe(10)
    expect(log.repeats.length).toBeLessThan(4)
  })
  it('is repeated until a quarter of the runs were, and in any case twice', async () => {
    const planned = { side: 'candidate', kind: 'measured', number: 0 } as const
    const evidence = [{ ...quietRun(), judgement: judgementOf('invalid') }]
    const run: Run = {
      planned,
      evidence,
      outputs: [],
      stdout: '',
      stderr: '',
      perOperation: null,
      port: null,
      course: [],
    }
    const isRepeated = async (made: number, repeated: number) => {
      const repeats = Array.from({ length: repeated }, () => ({
        planned,
        kind: 'invalid' as const,
        reason: '',
      }))
      const log = { made: made - 1, repeats }
      await withRepeat([planned], async () => [run], log)
      return log.repeats.length > repeated
    }
    expect(await Promise.all([isRepeated(1, 0), isRepeated(3, 1), isRepeated(20, 4)])).toEqual(
      Array(3).fill(true),
    )
    expect(await Promise.all([isRepeated(8, 2), isRepeated(20, 5)])).toEqual([false, false])
  })
})
