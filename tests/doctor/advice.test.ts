import { describe, expect, it } from '@jest/globals'
import { adviceOn } from '../../src/doctor/advice/ordered-advice.ts'
import { examine } from '../../src/doctor/examine.ts'
import type { NoiseRow } from '../../src/model/index.ts'
import { hidden, hosted, laptop, server } from './machines.ts'

const row = (
  design: NoiseRow['design'],
  detectable: number | null,
  more: Partial<NoiseRow> = {},
): NoiseRow => ({
  design,
  runs: design === 'duet' ? 20 : 10,
  spread: detectable === null ? null : detectable / 2,
  detectable,
  seconds: 6,
  doubts: [],
  reason: '',
  ...more,
})

const advise = (root: string, noise: NoiseRow[] = []) =>
  adviceOn({ findings: { ...examine({ root, env: {} }), noise }, kit: 'runner-hooks' })

const ids = (root: string, noise: NoiseRow[] = []) => advise(root, noise).first.map(({ id }) => id)

describe('what to do first', () => {
  it('on a server with a runner is to install the hooks for that runner', () => {
    const [first] = advise(server()).first
    expect(first).toMatchObject({ id: 'kit', effect: { kind: 'published', factor: 1.06 / 0.26 } })
    expect(first?.lines).toEqual([
      'sudo runner-hooks/install.sh --runner /opt/actions-runner --dry-run',
      'sudo runner-hooks/install.sh --runner /opt/actions-runner',
    ])
  })

  it('on a laptop without a runner are the settings themselves, the largest published effect first', () => {
    expect(ids(laptop())).toEqual(['smt', 'services', 'governor'])
    const turbo = advise(laptop()).later.find(({ id }) => id === 'turbo')
    expect(turbo).toMatchObject({
      lines: ['echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo'],
      undo: 'echo 0 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo',
    })
  })

  it('puts what was measured here between published effects by its size', () => {
    const noise = (duet: number) => [row('as-it-is', 0.08), row('pinned', 0.06), row('duet', duet)]
    expect(ids(laptop(), noise(0.01))).toEqual(['duet', 'smt', 'services'])
    expect(ids(laptop(), noise(0.03))).toEqual(['smt', 'duet', 'services'])
    // Less than a quarter is not worth a change.
    expect(ids(laptop(), noise(0.05))).not.toContain('duet')
  })

  it('on a hosted runner names no setting that it does not have', () => {
    const { first, later } = advise(hosted(), [row('as-it-is', 0.08), row('pinned', 0.06), row('duet', 0.02)])
    expect(first.map(({ id }) => id)).toEqual(['duet', 'bare-metal', 'calibrate'])
    expect(first[0]?.effect).toMatchObject({
      kind: 'measured',
      text: expect.stringMatching(/3\.0 times smaller/),
    })
    expect(later.map(({ id }) => id)).toEqual(['counters'])
  })

  it('in a container on bare metal is to leave it, and nothing is set by hand', () => {
    expect(ids(hidden())).toEqual(['container', 'calibrate'])
  })

  it('where nothing could be pinned is what is missing for it', () => {
    const unpinned = [row('as-it-is', 0.08), row('pinned', null, { reason: 'no CPU could be taken for it' })]
    expect(advise(hosted({}, { threads: 1 }), unpinned).first[0]).toMatchObject({
      id: 'pin',
      what: 'Give the job at least two cores.',
    })
    const short = [row('pinned', null, { reason: 'fewer than 10 runs fitted into the time' })]
    expect(ids(hosted(), short)).not.toContain('pin')
    expect(advise(hosted(), unpinned).first[0]?.lines).toEqual([
      'sudo apt-get install util-linux   # has taskset',
    ])
  })

  it('on a busy machine is to keep other work off, whether files or the noise test show it', () => {
    expect(ids(hosted({ 'proc/loadavg': '3.00 1 1 1/1 1\n' }))[0]).toBe('busy')
    const disturbed = [
      row('as-it-is', 0.3, { doubts: ['20 of 20 runs were disturbed badly (foreign load in 20)'] }),
    ]
    expect(ids(hosted(), disturbed)[0]).toBe('busy')
    expect(ids(hosted())).not.toContain('busy')
    const lines = (files: Parameters<typeof advise>[0]) =>
      advise(files, disturbed).first.find(({ id }) => id === 'busy')?.lines[0]
    expect(lines(hosted())).toMatch(/\| head$/)
    expect(lines(hidden())).toMatch(/\| head {3}# on the machine itself$/)
  })

  it('without memory is to free some', () => {
    const meminfo = 'MemTotal: 32768000 kB\nMemAvailable: 1000000 kB\n'
    expect(ids(hosted({ 'proc/meminfo': meminfo }))).toContain('memory')
    expect(ids(hosted())).not.toContain('memory')
  })

  it('has at most three pieces, and all others behind them', () => {
    const { first, later } = advise(laptop())
    expect(first).toHaveLength(3)
    expect(later.map(({ id }) => id)).toEqual([
      'turbo',
      'daemons',
      'boot',
      'calibrate',
      'hooks-later',
      'counters',
    ])
  })
})
