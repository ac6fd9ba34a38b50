// What all runs of a suite share: real servers, described in the file, beside a service or alone.
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { tryCommand } from '../../src/measure/pin/wrappers.ts'
import { parseConfig } from '../../src/policy/config-file.ts'
import { freePort } from '../../src/services/port.ts'
import { root, scratch, stableBench } from '../e2e/command-line.ts'

const server = (...words: string[]) =>
  `node ${join(root, 'tests/services/server.mjs')} {port} ${words.join(' ')}`
const ask = (url: string) => `node ${join(root, 'tests/services/requests.mjs')} ${url} 1 >>answers`
const alive = (word: string) => tryCommand(['pgrep', '-f', '--', word]).ok

/** Measures one suite of a file in a new directory; `answers` are the process that answered each run. */
async function measured(entry: object) {
  const cwd = scratch()
  writeFileSync(
    join(cwd, '.stable-bench.yml'),
    JSON.stringify({ suites: { api: { tool: 'process', ...entry } } }),
  )
  const flags = ['--runs', '5', '--cpus', 'none', '--aslr', 'on', '--warmup-runs', '0', '-q']
  const ended = await stableBench(['run', ...flags], { cwd })
  const answers = () =>
    readFileSync(join(cwd, 'answers'), 'utf8')
      .trim()
      .split('\n')
      .map(line => line.split(' ')[0])
  return { ...ended, answers }
}

describe('a companion of a suite', () => {
  it('is one process for all runs, whose port all commands get, and ends with the job', async () => {
    const word = `companion-${process.pid}`
    const { code, stderr, answers } = await measured({
      command: ask('http://127.0.0.1:$STABLE_BENCH_PORT_DB/'),
      companions: { db: { command: server(word) } },
    })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(answers().length).toBeGreaterThanOrEqual(5)
    expect(new Set(answers()).size).toBe(1)
    expect(alive(word)).toBe(false)
  })

  it('is there before the service of the first run, which is another one in each', async () => {
    const ready = 'http://127.0.0.1:{port}/health'
    // The service starts only where the companion answers.
    const service = `: </dev/tcp/127.0.0.1/$STABLE_BENCH_PORT_DB && exec ${server()}`
    const { code, stderr, answers } = await measured({
      command: `${ask('http://127.0.0.1:{port}/')}; ${ask('http://127.0.0.1:$STABLE_BENCH_PORT_DB/')}`,
      service: { command: service, ready },
      companions: { db: { command: server(), ready } },
    })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    const ofService = answers().filter((_, i) => i % 2 === 0)
    const ofCompanion = answers().filter((_, i) => i % 2 === 1)
    expect([new Set(ofService).size, new Set(ofCompanion).size]).toEqual([ofService.length, 1])
  })

  it.each([
    [
      'is never up',
      { db: { command: 'echo reading a large file; exec sleep 600 # {port}', 'ready-timeout': 5 } },
      /the companion db was not up after 5 s: ready is 'tcp:\/\/127\.0\.0\.1:\d+'; correct it, or raise ready-timeout; its last output was:\n.*reading a large file/,
    ],
    [
      'ends at once',
      { db: { command: 'echo no disk; exit 4 # {port}' } },
      /the companion db ended with exit code 4 before it was up; its last output was:\n.*no disk/,
    ],
    [
      'dies while the runs go on',
      { db: { command: server('dies') } },
      /the companion db ended with exit code 3 while the suite was measured/,
    ],
    [
      'says not when it is up',
      { db: { command: 'sleep 60' } },
      /ready: how is it known that the service is up\?/,
    ],
  ])('is named where it %s', async (_, companions, message) => {
    const command = ask('http://127.0.0.1:$STABLE_BENCH_PORT_DB/')
    const { code, stderr } = await measured({ command, companions })
    expect(code).not.toBe(0)
    expect(stderr).toMatch(message)
  })

  it('is not taken for another server at its port', async () => {
    const other = createServer(socket => socket.destroy())
    const port = await freePort()
    await new Promise<void>(resolve => other.listen(port, '127.0.0.1', () => resolve()))
    const companions = { db: { command: 'sleep 60', ready: `tcp://127.0.0.1:${port}` } }
    const { code, stderr } = await measured({ command: 'true', companions })
    other.close()
    expect({ code, stderr }).toMatchObject({ code: 1 })
    expect(stderr).toContain(
      `ready: something answers at 127.0.0.1:${port} before the companion db is started; end it, or let this one have a free port`,
    )
  })

  it('has keys that are held to, and a name that a variable can have', () => {
    const mistake = (companions: object) => {
      try {
        parseConfig(JSON.stringify({ suites: { api: { command: 'x', companions } } }), 'c.yml')
      } catch (error) {
        return (error as Error).message
      }
      throw new Error('was taken')
    }
    expect(mistake({ db: {} })).toMatch(/companions, db, command: is missing; it must say how it is started/)
    expect(mistake({ db: { command: 'x', redy: 'y' } })).toMatch(
      /there is no key 'redy'; did you mean ready\?/,
    )
    expect(mistake({ 'my db': { command: 'x' } })).toMatch(/names a variable: it must begin with a letter/)
  })
})
