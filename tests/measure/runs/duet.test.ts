// Both sides of a duet as real processes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { measureRuns, type Run } from '../../../src/measure/runs/measure-runs.ts'
import { measuredRounds } from '../../../src/measure/runs/schedule.ts'
import type { Measuring } from '../../../src/measure/runs/start-command.ts'
import { clock, emptyLog, measuring, writtenBy } from '../measuring-request.ts'

const order = { sides: ['baseline', 'candidate'] as const, seed: 1, duet: true }

/** Both commands are started in one directory, each behind the wrappers of its core. */
function duetOf(baseline: string, candidate: string, more: Partial<Measuring> = {}): Measuring {
  const request = measuring(['true'])
  const cwd = request.commands.candidate?.cwd ?? '.'
  const side = (script: string) => ({ argv: ['bash', '-c', script], cwd, results: null, delta: 0 })
  const on = (core: string) => ({ prefix: ['env', `CORE=${core}`] })
  const commands = { baseline: side(baseline), candidate: side(candidate) }
  return { ...request, commands, duet: [on('first'), on('second')], ...more }
}

async function runsOf(request: Measuring, rounds = 1): Promise<Run[]> {
  const runs: Run[] = []
  const plannedRuns = measuredRounds(order, 0, rounds).flat()
  for await (const run of measureRuns(plannedRuns, request, emptyLog())) runs.push(run)
  return runs
}

/** Ends only when the other side has begun. */
const meet = (own: string, other: string) => `touch ${own}; until [ -e ${other} ]; do sleep 0.01; done`

const withPerl = clock === 'perl' ? it : it.skip

describe('a duet', () => {
  withPerl('runs both sides at the same time, each on its core, in turns on either', async () => {
    const say = `echo "$CORE"`
    const request = duetOf(`${meet('a', 'b')}; ${say}`, `${meet('b', 'a')}; ${say}`)
    const runs = await runsOf(request)
    expect(runs.map(run => `${run.planned.side} ${writtenBy(run).trim()}`)).toEqual([
      'baseline first',
      'candidate second',
    ])
    const sidesOnFirst = (await runsOf(duetOf(say, say), 2))
      .filter(run => writtenBy(run) === 'first\n')
      .map(({ planned }) => planned.side)
    expect(sidesOnFirst.sort()).toEqual(['baseline', 'candidate'])
  })

  withPerl('prepares both sides before either starts', async () => {
    const said: string[] = []
    const request = duetOf('test -e ready-candidate', 'test -e ready-baseline', {
      prepare: async ({ side }, cwd) => {
        said.push(side)
        writeFileSync(join(cwd, `ready-${side}`), '')
      },
    })
    expect(await runsOf(request)).toHaveLength(2)
    expect(said.sort()).toEqual(['baseline', 'candidate'])
  })

  withPerl.each([
    ['fails', 'exit 3', 'failed with exit code 3'],
    ['cannot be started', 'exec /nowhere', 'failed with exit code 127'],
  ])('ends with the error of a side that %s, and the other one ends too', async (_, script, message) => {
    await expect(runsOf(duetOf('true', script))).rejects.toThrow(message)
    await expect(runsOf(duetOf(script, 'true'))).rejects.toThrow(message)
  })

  withPerl('does not wait for a side whose wrapper is missing', async () => {
    const request = duetOf('true', 'true', { duet: [{ prefix: [] }, { prefix: ['/nowhere/taskset'] }] })
    await expect(runsOf(request)).rejects.toThrow('could not be started')
  })
})
