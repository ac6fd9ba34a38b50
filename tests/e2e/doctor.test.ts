// `doctor` on this machine, whatever it is: in a container, as root or not, busy or quiet.
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { doctorSchema } from '../../src/model/index.ts'
import { scratch, stableBench } from './command-line.ts'

/** What nobody may find changed. */
const settings = () =>
  [
    'proc/sys/kernel/numa_balancing',
    'proc/sys/kernel/perf_event_paranoid',
    'sys/kernel/mm/ksm/run',
    'proc/self/status',
  ]
    .filter(path => existsSync(`/${path}`))
    .map(path => readFileSync(`/${path}`, 'utf8').match(/^\d+$|^Cpus_allowed_list:.*$/m)?.[0])

describe('doctor', () => {
  it('makes a short noise test in three ways, and says what to do first', async () => {
    const cwd = scratch()
    const before = settings()
    const { code, stdout, stderr } = await stableBench(
      ['doctor', '--max-time', '3', '--output', 'json', '-o', 'doctor.json'],
      { cwd },
    )
    expect(stderr).toMatch(/noise test: as it is, for 1 s at most\n.*pinned.*\n.*duet/)
    expect([code, stdout]).toEqual([0, ''])
    const found = doctorSchema.parse(JSON.parse(readFileSync(join(cwd, 'doctor.json'), 'utf8')))
    expect(found.noise.map(({ design }) => design)).toEqual(['as-it-is', 'pinned', 'duet'])
    // A busy machine has no time for ten runs, and one core none for a duet: then there is a reason.
    for (const { runs, spread, detectable, reason } of found.noise) {
      if (reason === '') {
        expect(runs).toBeGreaterThanOrEqual(5)
        expect([spread, detectable]).toEqual([expect.any(Number), expect.any(Number)])
      } else {
        expect(reason).toMatch(/fitted into the time|two whole cores|no CPU could be taken/)
        expect([runs, spread, detectable]).toEqual([0, null, null])
      }
    }
    expect(found.first.length).toBeGreaterThan(0)
    expect(found.first.every(({ lines }) => lines.length > 0)).toBe(true)
    expect(found.facts.kernel).toBe(readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim())
    expect(settings()).toEqual(before)
  })

  it('without a noise test says all that files say at once, also to a user without privileges', async () => {
    const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    const args = ['doctor', '--max-time', '0']
    const { code, stdout, stderr } = await stableBench(args, { cwd: tmpdir(), ...nobody })
    expect([code, stderr]).toEqual([0, ''])
    const titles = stdout.split('\n').filter(line => /^\S/.test(line))
    expect(titles).toEqual([
      'Do first',
      'Machine',
      'Topology',
      'Clock',
      'Knobs of the runner hooks (profile standard)',
      'Daemons that interfere',
      'Boot',
      'Runner hooks',
      'Counters and memory',
      'Noise',
    ])
    expect(stdout).toMatch(/no noise test was made/)
  })

  it('with --require tuned exits with 2 where the machine is not tuned for this job, and says why', async () => {
    const { code, stdout, stderr } = await stableBench(['doctor', '--max-time', '0', '--require', 'tuned'])
    expect(code).toBe(2)
    expect(stdout).toMatch(/^Do first$/m)
    expect(stderr).toBe('the machine is untuned: the runner hooks did not tune it for this job\n')
    const quiet = await stableBench([
      'doctor',
      '--max-time',
      '0',
      '--require',
      'tuned',
      '-q',
      '--output',
      'json',
    ])
    expect([quiet.code, quiet.stderr]).toEqual([2, ''])
    expect(JSON.parse(quiet.stdout).grade).toBe('untuned')
  })

  it('is stopped by a signal in the middle of its noise test', async () => {
    // So long that no busy machine ends the test before the signal.
    const { code, stdout } = await stableBench(['doctor', '--max-time', '60'], {}, (pid, stderr) => {
      const timer = setInterval(() => {
        if (!/noise test/.test(stderr())) return
        clearInterval(timer)
        process.kill(pid, 'SIGTERM')
      }, 50)
    })
    expect([code, stdout]).toEqual([143, ''])
  })

  it.each([
    [
      ['--max-time', 'soon', '--require', 'root', '--output', 'html'],
      [
        /--max-time must be a time from 0 to 3600 s/,
        /--require must be one of nothing, tuned, got 'root'/,
        /--output must be one of text, json, got 'html'/,
      ],
    ],
    [['-o', '/nowhere/doctor.json', '--max-time', '0'], [/\/nowhere\/doctor\.json: cannot be written/]],
    [['now'], [/unexpected argument 'now' for 'doctor'/]],
    [['--runs', '20'], [/unknown flag --runs for 'doctor'; it is a flag of run, ab/]],
  ])('refuses %j before it looks at anything', async (args, messages) => {
    const { code, stdout, stderr } = await stableBench(['doctor', ...args])
    expect([code, stdout]).toEqual([64, ''])
    for (const message of messages) expect(stderr).toMatch(message)
  })
})
