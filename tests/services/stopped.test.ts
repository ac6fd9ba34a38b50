// Whatever stops a measurement, its service, load and companions end with it, and their ports are free again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { tryCommand } from '../../src/measure/pin/wrappers.ts'
import { takesConnections } from '../../src/services/port.ts'
import { root, scratch, stableBench } from '../e2e/command-line.ts'
import { until } from '../until.ts'

const server = (...words: string[]) =>
  `node ${join(root, 'tests/services/server.mjs')} {port} ${words.join(' ')}`

/** The processes whose command lines have the word. Looks at all of the machine. */
function processesOf(word: string): string[] {
  const found = tryCommand(['pgrep', '-f', '--', word])
  return found.ok ? found.stdout.trim().split('\n') : []
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it has ended
  }
}

/** Stops a measurement whose load waits for ever, once its service and its companion are up. */
async function stopped(signals: NodeJS.Signals[], word: string) {
  const cwd = scratch()
  // The load has a daemon of its own, too, which does not hear SIGTERM either.
  writeFileSync(
    join(cwd, 'load.sh'),
    `setsid --fork bash -c 'trap "" TERM; sleep 600; : ${word}'; echo $1 $STABLE_BENCH_PORT_DB >ports.new; mv ports.new ports; sleep 600`,
  )
  const suite = {
    tool: 'process',
    service: { command: server('deaf', 'strays', word) },
    companions: { db: { command: server('strays', word) } },
    command: `bash load.sh {port} ${word}`,
  }
  writeFileSync(join(cwd, '.stable-bench.yml'), JSON.stringify({ suites: { api: suite } }))
  let processes: string[] = []
  const ended = await stableBench(['run', '--runs', '5', '-q'], { cwd }, pid => {
    void until('the load has begun', () => existsSync(join(cwd, 'ports'))).then(async () => {
      processes = processesOf(word)
      for (const signal of signals) {
        process.kill(pid, signal)
        // The service does not hear SIGTERM, so it is there when the next signal comes.
        await new Promise(resolve => setTimeout(resolve, 100))
      }
    })
  })
  const ports = readFileSync(join(cwd, 'ports'), 'utf8').trim().split(' ').map(Number)
  return { ended, ports, processes }
}

describe('a service, its load and its companion', () => {
  it.each([
    { by: 'Ctrl-C', signals: ['SIGINT'], code: 130 },
    { by: 'Ctrl-C twice', signals: ['SIGINT', 'SIGINT'], code: 130 },
    { by: 'SIGTERM', signals: ['SIGTERM'], code: 143 },
    { by: 'a terminal that closes', signals: ['SIGHUP'], code: null },
    { by: 'a job that is cancelled and then killed', signals: ['SIGINT', 'SIGTERM', 'SIGKILL'], code: null },
    { by: 'SIGKILL', signals: ['SIGKILL'], code: null },
  ] satisfies { by: string; signals: NodeJS.Signals[]; code: number | null }[])(
    'end with a measurement that is stopped by $by, and so does every daemon that they started',
    async ({ signals, code, by }) => {
      const word = `stopped-${by.replaceAll(' ', '-')}-${process.pid}`
      const { ended, ports, processes } = await stopped(signals, word)
      expect(ended).toMatchObject({ code })
      expect(ports.filter(port => port > 0)).toHaveLength(2)
      // The service, the load, the companion, and the daemon of each.
      expect(processes.length).toBeGreaterThanOrEqual(6)
      const haveEnded = () => !processes.some(pid => commandLineOf(pid).includes(word))
      await until('all of them have ended', () => haveEnded() && processesOf(word).length === 0)
      for (const port of ports) expect(await takesConnections('127.0.0.1', port)).toBe(false)
    },
    300_000,
  )
})
