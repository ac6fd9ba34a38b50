// Whatever stops a measurement, its service ends with it, and its port is free again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { tryCommand } from '../../src/measure/pin/wrappers.ts'
import { root, scratch, stableBench } from '../e2e/command-line.ts'
import { until } from '../until.ts'

const server = join(root, 'tests/services/server.mjs')

/** Stops a measurement whose load waits for ever, once the service is up. */
async function stopped(signal: NodeJS.Signals, word: string) {
  const cwd = scratch()
  writeFileSync(join(cwd, 'load.sh'), `echo $1 >port; sleep 600`)
  const load = ['bash', 'load.sh', '{port}', `load-${word}`]
  const service = `node ${server} {port} deaf ${word}`
  let port = 0
  const ended = await stableBench(
    ['run', '--service', service, '--runs', '5', '--', ...load],
    { cwd },
    pid => {
      void until('the load has begun', () => existsSync(join(cwd, 'port'))).then(() => {
        port = Number(readFileSync(join(cwd, 'port'), 'utf8'))
        process.kill(pid, signal)
      })
    },
  )
  return { ended, port }
}

const alive = (word: string) => tryCommand(['pgrep', '-f', '--', word]).ok

describe('the service of a measurement that is stopped', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('ends with it, also by %s', async signal => {
    const word = `stopped-${signal}-${process.pid}`
    const { ended, port } = await stopped(signal, word)
    expect(ended.code).not.toBe(0)
    expect(port).toBeGreaterThan(0)
    // The word is in the command lines of both.
    await until('service and load have ended', () => !alive(word))
    expect(tryCommand(['bash', '-c', `: </dev/tcp/127.0.0.1/${port}`]).ok).toBe(false)
  })
})
