import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { runSetup, type Setup } from '../../../src/measure/checkout/run-setup.ts'
import { tryCommand } from '../../../src/measure/pin/pinning.ts'

function setup(overrides: Partial<Setup> = {}): Setup {
  return {
    cwd: mkdtempSync(join(tmpdir(), 'stable-bench-setup-')),
    side: 'baseline',
    env: { ...process.env, ACTIONS_RUNTIME_TOKEN: 'hidden' },
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    cache: null,
    output: 2,
    ...overrides,
  }
}

const alive = (mark: string) => tryCommand(['pgrep', '-f', '--', mark]).ok

describe('the setup command', () => {
  it('runs where the benchmark will, knows its side and its cache, and sees no credentials', async () => {
    const options = setup({ cache: '/some/where' })
    const look = 'echo "$STABLE_BENCH_SIDE $STABLE_BENCH_CACHE $(env | grep -c hidden)" > seen || true'
    await runSetup(look, options)
    expect(readFileSync(join(options.cwd, 'seen'), 'utf8')).toBe('baseline /some/where 0\n')
  })

  it('fails as a whole when a part of a pipe fails', async () => {
    await expect(runSetup('false | cat', setup())).rejects.toThrow(
      'the setup command failed with exit code 1: false | cat',
    )
  })

  it('says which credentials it did not get when it fails, and not those that are the runner’s own', async () => {
    const env = {
      ...process.env,
      NODE_AUTH_TOKEN: 'secret',
      ACTIONS_RUNTIME_TOKEN: 'hidden',
      INPUT_TOKEN: 'x',
    }
    const command = 'test -n "$NODE_AUTH_TOKEN"'
    await expect(runSetup(command, setup({ env }))).rejects.toThrow(
      /^the setup command failed with exit code 1 \(it gets no credentials: NODE_AUTH_TOKEN withheld, see .*\): test -n/,
    )
  })

  it('is a failed measurement of its side where there is no directory to run it in', async () => {
    const cwd = join(setup().cwd, 'bench')
    await expect(runSetup('true', setup({ cwd }))).rejects.toMatchObject({
      name: 'MeasureError',
      side: 'baseline',
      message: `the setup command could not be started: there is no ${cwd}`,
    })
  })

  it('is stopped at its time limit, with everything that it started', async () => {
    const mark = `33${process.pid}`
    const stuck = runSetup(`sleep ${mark} & sleep ${mark}`, setup({ timeoutMs: 300 }))
    await expect(stuck).rejects.toThrow(/took longer than 0\.3 s \(setup-timeout\) and was stopped/)
    expect(alive(`sleep ${mark}`)).toBe(false)
  })

  it('ends at a signal', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 200)
    await expect(runSetup('sleep 60', setup({ signal: stop.signal }))).rejects.toThrow(
      'stopped during the setup command',
    )
  })

  it('may leave a server running for the benchmark', async () => {
    const options = setup()
    await runSetup('sleep 20 >/dev/null 2>&1 & echo $! > pid', options)
    const pid = Number(readFileSync(join(options.cwd, 'pid'), 'utf8'))
    expect(process.kill(pid, 'SIGTERM')).toBe(true)
  })
})
