import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { runSetup, type Setup, setupCache } from '../../../src/measure/checkout/setup.ts'
import { tryCommand } from '../../../src/measure/pin/wrappers.ts'
import { directory } from '../git-fixtures.ts'

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
  it('runs in the benchmark’s directory, knows its side and its cache, and sees no credentials', async () => {
    const options = setup({ cache: '/some/where' })
    const look = 'echo "$STABLE_BENCH_SIDE $STABLE_BENCH_CACHE $(env | grep -c hidden)" > seen || true'
    await runSetup(look, options)
    expect(readFileSync(join(options.cwd, 'seen'), 'utf8')).toBe('baseline /some/where 0\n')
  })

  it('fails when any part of a pipe fails', async () => {
    await expect(runSetup('false | cat', setup())).rejects.toThrow(
      'the setup command failed with exit code 1: false | cat',
    )
  })

  it('is never taken for a success where the end of its keeper is heard of before what that said', async () => {
    const all = await Promise.allSettled(Array.from({ length: 80 }, () => runSetup('false', setup())))
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 'rejected'))
  })

  it('names the credentials that it did not get when it fails, without the runner’s own', async () => {
    const env = {
      ...process.env,
      NODE_AUTH_TOKEN: 'secret',
      ACTIONS_RUNTIME_TOKEN: 'hidden',
      INPUT_TOKEN: 'x',
    }
    const command = 'test -n "$NODE_AUTH_TOKEN"'
    await expect(runSetup(command, setup({ env }))).rejects.toThrow(
      /^the setup command failed with exit code 1 \(it gets no credentials: NODE_AUTH_TOKEN withheld\): test -n/,
    )
  })

  it('counts as a failure of its side when its directory does not exist', async () => {
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

  it('is stopped by a signal', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 200)
    await expect(runSetup('sleep 60', setup({ signal: stop.signal }))).rejects.toThrow(
      'stopped during the setup command',
    )
  })

  it('may leave a process running, until it is told to end', async () => {
    const options = setup()
    const { left, end } = await runSetup('sleep 20 >/dev/null 2>&1 & echo $! > pid', options)
    const pid = Number(readFileSync(join(options.cwd, 'pid'), 'utf8'))
    expect(process.kill(pid, 0)).toBe(true)
    expect(left).toEqual(['sleep 20'])
    await end()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

const sha = (i: number) => i.toString(16).padStart(40, '0')

describe('the cache of the setup command', () => {
  it('is one directory per commit, found again by the next job', () => {
    const parent = join(directory(), 'cache')
    writeFileSync(join(setupCache(parent, sha(1)), 'built'), 'yes')
    expect(existsSync(join(setupCache(parent, sha(1)), 'built'))).toBe(true)
    expect(existsSync(join(setupCache(parent, sha(2)), 'built'))).toBe(false)
  })

  it('keeps the ten that were used last, and touches nothing else', () => {
    const parent = directory()
    mkdirSync(join(parent, 'not ours'))
    for (let i = 1; i <= 12; i++) utimesSync(setupCache(parent, sha(i)), i, i)
    utimesSync(join(parent, sha(3)), 100, 100)
    setupCache(parent, sha(99))
    const kept = readdirSync(parent)
    expect(kept).toHaveLength(11)
    expect(kept).toEqual(expect.arrayContaining(['not ours', sha(3), sha(12), sha(99)]))
    expect(kept).not.toContain(sha(4))
  })
})
