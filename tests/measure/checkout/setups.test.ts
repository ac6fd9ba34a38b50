// Real daemons: what a setup command leaves running serves until the end, and no longer.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { Setup } from '../../../src/measure/checkout/setup.ts'
import { withSetups } from '../../../src/measure/checkout/setups.ts'
import { tryCommand } from '../../../src/measure/pin/wrappers.ts'
import { stableBench } from '../../e2e/command-line.ts'
import { until } from '../../until.ts'

const setup = (): Setup => ({
  cwd: mkdtempSync(join(tmpdir(), 'stable-bench-setups-')),
  side: 'candidate',
  env: process.env,
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  cache: null,
  output: 2,
})

let marks = 0
/** A number of seconds that no other process of this machine sleeps. */
const newMark = () => `3${process.pid}${++marks}`
const alive = (mark: string) => tryCommand(['pgrep', '-f', '--', `sleep ${mark}`]).ok

const daemons: [string, (mark: string) => string][] = [
  ['in the background', mark => `sleep ${mark} &`],
  ['in a session of its own', mark => `setsid sleep ${mark} >/dev/null 2>&1 &`],
  ['with nohup', mark => `nohup sleep ${mark} >/dev/null 2>&1 & disown`],
  [
    'as a daemon that forked twice',
    mark => `( ( setsid sleep ${mark} </dev/null >/dev/null 2>&1 & ) & ); sleep 0.05`,
  ],
]

describe('a process that setup leaves running', () => {
  it.each(daemons)('serves until the job ends, and is named: %s', async (_, command) => {
    const mark = newMark()
    await withSetups(async setups => {
      const options = setup()
      await setups.run(command(mark), options)
      expect(alive(mark)).toBe(true)
      expect(setups.left([{ ...options, command: command(mark) }])).toEqual([
        {
          code: 'setup-left',
          message: expect.stringMatching(/^setup left 'sleep' running, which ended with the job\./),
        },
      ])
    })
    expect(alive(mark)).toBe(false)
  })

  it('ends after a failure of measuring, and where the setup command itself fails', async () => {
    const mark = newMark()
    const failing = withSetups(async setups => {
      await setups.run(`setsid sleep ${mark} &`, setup())
      throw new Error('the benchmark failed')
    })
    await expect(failing).rejects.toThrow('the benchmark failed')
    expect(alive(mark)).toBe(false)
    const broken = withSetups(setups => setups.run(`setsid sleep ${mark} & exit 3`, setup()))
    await expect(broken).rejects.toThrow(/failed with exit code 3/)
    expect(alive(mark)).toBe(false)
  })

  it('ends after SIGKILL of the job', async () => {
    const mark = newMark()
    const cwd = setup().cwd
    writeFileSync(
      join(cwd, '.stable-bench.yml'),
      `suites: { wait: { setup: 'setsid sleep ${mark} &', command: 'touch begun; sleep 60' } }`,
    )
    let killed = false
    const ended = stableBench(['run'], { cwd }, pid => {
      void until('the benchmark has begun', () => tryCommand(['test', '-e', join(cwd, 'begun')]).ok).then(
        () => {
          expect(alive(mark)).toBe(true)
          killed = process.kill(pid, 'SIGKILL')
        },
      )
    })
    await ended
    expect(killed).toBe(true)
    await until('the process has ended', () => !alive(mark))
  }, 60_000)

  const named = (commands: [string, Setup][]) =>
    withSetups(async setups => {
      for (const [command, options] of commands) await setups.run(command, options)
      return setups.left(commands.map(([command, options]) => ({ ...options, command })))
    })

  it('is not named where nothing stays, and where it only builds', async () => {
    const mark = newMark()
    expect(await named([['true & make --version >/dev/null; sleep 0.01 &', setup()]])).toEqual([])
    expect(await named([[`bash -c 'exec -a sccache sleep ${mark}' &`, setup()]])).toEqual([])
    expect(
      await named([
        [
          `bash -c 'exec -a "java -cp x org.gradle.launcher.daemon.bootstrap.GradleDaemon" sleep ${mark}' &`,
          setup(),
        ],
      ]),
    ).toEqual([])
    expect(alive(mark)).toBe(false)
  })

  it.each(['nginx: master process nginx -g daemon on;', './bazel-bin/server', '/opt/sccache/app'])(
    'is named although a word of it is that of a build server: %s',
    async name => {
      const command = `bash -c 'exec -a "${name}" sleep ${newMark()}' &`
      expect(await named([[command, setup()]])).toHaveLength(1)
    },
  )

  it('is named beside a build server', async () => {
    const command = `bash -c 'exec -a sccache sleep ${newMark()}' & bash -c 'exec -a ./srv sleep ${newMark()}' &`
    expect(await named([[command, setup()]])).toEqual([
      { code: 'setup-left', message: expect.stringContaining("setup left './srv' running") },
    ])
  })

  it('is said to have served both sides only where both left one, and of no other suite', async () => {
    const [before, after] = [setup(), setup()]
    const server = () => `sleep ${newMark()} &`
    const both = await named([
      [server(), { ...before, side: 'baseline' }],
      [server(), after],
    ])
    expect(both[0]?.message).toMatch(/Both sides left one/)
    const two = await named([
      [server(), before],
      [server(), after],
    ])
    expect(two[0]?.message).not.toMatch(/Both sides/)
    await withSetups(async setups => {
      await setups.run(server(), before)
      expect(setups.left([{ ...after, command: 'make' }])).toEqual([])
    })
  })

  it('reads nothing of the standard input, and keeps its output', async () => {
    const options = setup()
    await withSetups(setups => setups.run('cat; echo read >out', options))
    expect(readFileSync(join(options.cwd, 'out'), 'utf8')).toBe('read\n')
  })
})
