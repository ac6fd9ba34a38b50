import { spawnSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { addPriority, parsePriority, realtimeThrottling } from '../../../src/measure/pin/priority.ts'
import { type Chain, tryCommand } from '../../../src/measure/pin/wrappers.ts'
import { fakeTree } from '../fake-tree.ts'

// Refusals are those of an ordinary user: root gives its rights up first.
const ordinary = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : []
const chain = (prefix: string[] = []): Chain => ({ prefix: [...prefix], env: process.env, warnings: [] })

const output = (prefix: string[], ...command: string[]) => {
  const [file = '', ...args] = [...prefix, ...command]
  return spawnSync(file, args, { encoding: 'utf8' }).stdout.trim()
}

describe('a priority', () => {
  it('is auto, realtime or a nice level', () => {
    expect(parsePriority('auto')).toEqual({ kind: 'auto' })
    expect(parsePriority('realtime')).toEqual({ kind: 'realtime' })
    expect(parsePriority('-20')).toEqual({ kind: 'nice', level: -20 })
    expect(parsePriority('0')).toEqual({ kind: 'nice', level: 0 })
  })

  it.each(['high', '-21', '20', '', '1.5'])('is not %p', text => {
    expect(() => parsePriority(text)).toThrow(
      /priority: '.*' is not a priority; write a nice level from -20 to 19/,
    )
  })

  it('is left as it is by default', () => {
    const untouched = chain()
    expect(addPriority(untouched, { kind: 'auto' })).toBe('auto')
    expect(untouched.prefix).toEqual([])
  })

  it('is the requested level, whatever the level was before', () => {
    const behind = chain(['nice', '-n', '3'])
    const level = getPriority() + 5
    expect(addPriority(behind, { kind: 'nice', level })).toBe(`nice ${level}`)
    expect(behind.prefix.slice(3)).toEqual(['nice', '-n', '2'])
    expect(output(behind.prefix, 'nice')).toBe(String(level))
  })

  it('needs no wrapper when the level is the current one', () => {
    const there = chain()
    addPriority(there, { kind: 'nice', level: getPriority() })
    expect(there.prefix).toEqual([])
  })

  it('is refused even though nice itself succeeds', () => {
    expect(() => addPriority(chain(ordinary), { kind: 'nice', level: -20 })).toThrow(
      /priority=-20: nice -n -\d+ does not work here: permission denied, it stays at .*LimitNICE=/,
    )
  })

  it('resets an I/O class that somebody has set', () => {
    const idle = chain(['ionice', '-c', '3'])
    addPriority(idle, { kind: 'nice', level: getPriority() + 1 })
    expect(output(idle.prefix, 'ionice')).toMatch(/^none/)
  })
})

describe('the realtime priority', () => {
  it('is refused to an ordinary user, with instructions', () => {
    expect(() => addPriority(chain(ordinary), { kind: 'realtime' })).toThrow(
      /priority=realtime: chrt --rr 1 does not work here: .*Operation not permitted; .*LimitRTPRIO=/,
    )
  })

  it('takes effect if it is permitted', () => {
    const permitted = tryCommand(['chrt', '--rr', '1', 'true']).ok
    const add = () => {
      const realtime = chain()
      addPriority(realtime, { kind: 'realtime' })
      return output(realtime.prefix, 'chrt', '-p', '0')
    }
    if (permitted) expect(add()).toMatch(/SCHED_RR/)
    else expect(add).toThrow(/chrt --rr 1 does not work here/)
  })

  it('comes with a warning if the kernel throttles it', () => {
    const kernel = (runtime: number) =>
      fakeTree({
        'proc/sys/kernel/sched_rt_runtime_us': `${runtime}\n`,
        'proc/sys/kernel/sched_rt_period_us': '1000000\n',
      })
    expect(realtimeThrottling(kernel(950_000))?.message).toMatch(/up to 50 ms in every 1000 ms/)
    expect(realtimeThrottling(kernel(-1))).toBeNull()
    expect(realtimeThrottling(fakeTree({}))).toBeNull()
    expect(realtimeThrottling(fakeTree({ 'proc/sys/kernel/sched_rt_period_us': '1000000\n' }))).toBeNull()
  })
})
