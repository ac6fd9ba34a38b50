import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { runPrepare } from '../../../src/measure/runs/quiet-command.ts'
import { until } from '../../until.ts'

function preparing(overrides: { env?: NodeJS.ProcessEnv; signal?: AbortSignal; timeoutMs?: number } = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-prepare-'))
  const planned = { side: 'baseline', kind: 'measured', number: 2 } as const
  const { signal } = new AbortController()
  return { cwd, planned, env: process.env, timeoutMs: 20_000, signal, ...overrides }
}

describe('the command before each process', () => {
  it('runs in the directory of its side, knows the side, and gets no credentials', async () => {
    const given = preparing({ env: { ...process.env, REGISTRY_TOKEN: 'secret' } })
    await runPrepare('printf "%s %s %s" "$STABLE_BENCH_SIDE" "$PWD" "$REGISTRY_TOKEN" > seen', given)
    expect(readFileSync(join(given.cwd, 'seen'), 'utf8')).toBe(`baseline ${given.cwd} `)
  })

  it('fails with the run, the exit code and what it printed', async () => {
    const failing = runPrepare('echo no disk >&2; false | cat', preparing())
    await expect(failing).rejects.toThrow(
      /^the prepare command '.*' before run 3 of the baseline failed with exit code 1; its last output was:\nno disk$/,
    )
  })

  it('is stopped at the limit of a run, and when measuring is to end', async () => {
    const slow = runPrepare('sleep 60', preparing({ timeoutMs: 100 }))
    await expect(slow).rejects.toThrow(/took longer than 0.1 s \(run-timeout\)/)
    const stopped = runPrepare('touch begun; sleep 60', preparing({ signal: AbortSignal.abort() }))
    await expect(stopped).rejects.toThrow(/^stopped during the prepare command/)
  })

  it('leaves no process behind', async () => {
    const given = preparing()
    await runPrepare('sleep 600 & echo $! > pid', given)
    const pid = readFileSync(join(given.cwd, 'pid'), 'utf8').trim()
    // A killed process ends when it gets a CPU, and is a zombie until its new parent has seen it.
    await until(`process ${pid} has ended`, () => {
      const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
      return state === '' || / [ZX] /.test(state)
    })
  })
})
