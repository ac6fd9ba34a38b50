import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { type Seen, watchThreads } from '../../../src/measure/evidence/watch-threads.ts'
import { foreignPrograms, ownPrograms } from '../../../src/measure/runs/own-binary.ts'
import { isInstalled } from '../../e2e/tool-example.ts'
import { until } from '../../until.ts'

const nothingSeen = (): Seen => ({ runnable: [], programs: new Map() })

describe('the threads of a run that are ready', () => {
  it('are counted in it and in what it starts, and those that wait are not', async () => {
    // In the foreground: else each is in a group of its own, and computes on when this one is killed.
    const loop = 'timeout --foreground 100 bash -c "while :; do :; done" &'
    const run = spawn('bash', ['-c', `sleep 100 & ${loop} ${loop} ${loop} wait`], {
      detached: true,
      stdio: 'ignore',
    })
    const { runnable: counts, ...seen } = nothingSeen()
    const end = watchThreads(run.pid as number, { runnable: counts, ...seen })
    try {
      await until('three are ready', () => counts.includes(3))
      expect(Math.max(...counts)).toBeLessThanOrEqual(8)
    } finally {
      end()
      process.kill(-(run.pid as number), 'SIGKILL')
    }
    const before = counts.length
    await until('the process has ended', () => run.signalCode !== null)
    expect(counts).toHaveLength(before)
  })

  it('are told by the files of their programs, and whether those are new', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-threads-'))
    const bash = execFileSync('bash', ['-c', 'readlink -f "$BASH"'], { encoding: 'utf8' }).trim()
    const copy = join(cwd, 'loop')
    copyFileSync(bash, copy)
    const loops = `"${copy}" -c 'while :; do :; done' & while :; do :; done`
    const run = spawn('bash', ['-c', loops], { detached: true, stdio: 'ignore' })
    const seen = nothingSeen()
    const end = watchThreads(run.pid as number, seen)
    try {
      await until(
        'both have worked',
        () => [...seen.programs.values()].filter(({ looks }) => looks > 0).length === 2,
      )
    } finally {
      end()
      process.kill(-(run.pid as number), 'SIGKILL')
    }
    expect([...seen.programs].map(([path, { isNew }]) => [path, isNew]).sort()).toEqual(
      [
        [bash, false],
        [copy, true],
      ].sort(),
    )
  })

  const withJava = isInstalled('java', 'javac', 'jar') ? it : it.skip

  withJava('are told of the jars that a JVM loads from', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-threads-'))
    writeFileSync(
      join(cwd, 'Loop.java'),
      'class Loop { public static void main(String[] a) { while (true) ; } }',
    )
    const built = 'javac Loop.java && jar --create --file loop.jar Loop.class'
    execFileSync('bash', ['-c', built], { cwd })
    const run = spawn('java', ['-cp', 'loop.jar', 'Loop'], { cwd, detached: true, stdio: 'ignore' })
    const seen = nothingSeen()
    const end = watchThreads(run.pid as number, seen)
    try {
      await until('the jar was seen', () => seen.programs.has(join(cwd, 'loop.jar')))
    } finally {
      end()
      process.kill(-(run.pid as number), 'SIGKILL')
    }
    expect(seen.programs.get(join(cwd, 'loop.jar'))).toMatchObject({ isNew: true, isLibrary: true })
    expect(ownPrograms(seen.programs, cwd)).toEqual({ kept: [], gone: [] })
    expect(foreignPrograms(seen.programs, '/usr')).toContain(join(cwd, 'loop.jar'))
  })

  it('are told of programs that only wait, too, without a look at work', async () => {
    const copy = join(mkdtempSync(join(tmpdir(), 'stable-bench-threads-')), 'waiting')
    copyFileSync('/bin/sleep', copy)
    const run = spawn('bash', ['-c', `"${copy}" 100 & wait`], { detached: true, stdio: 'ignore' })
    const seen = nothingSeen()
    const end = watchThreads(run.pid as number, seen)
    try {
      await until('it was seen', () => seen.programs.has(copy))
    } finally {
      end()
      process.kill(-(run.pid as number), 'SIGKILL')
    }
    expect(seen.programs.get(copy)).toEqual({ looks: 0, isNew: true })
  })

  it('are not those of programs that come and go, which are ready until they get the CPU', async () => {
    const true3 = '/bin/true | /bin/true | /bin/true'
    const run = spawn('bash', ['-c', `while :; do ${true3}; done`], { detached: true, stdio: 'ignore' })
    const { runnable: counts, ...seen } = nothingSeen()
    const end = watchThreads(run.pid as number, { runnable: counts, ...seen })
    try {
      await until('the shell has worked', () => counts.length >= 40 && counts.includes(1))
      expect(Math.max(...counts)).toBe(1)
    } finally {
      end()
      process.kill(-(run.pid as number), 'SIGKILL')
    }
  })
})
