// What users of benchstat and hyperfine expect of a command line.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { commit, git, newRepository } from '../measure/git-fixtures.ts'
import { cli, scratch, stableBench } from './command-line.ts'

const go = (...times: number[]) =>
  [
    'goos: linux',
    'pkg: a',
    ...times.map(time => `BenchmarkX-8\t100\t${time} ns/op`),
    'PASS',
    'ok  \ta\t1s',
    '',
  ].join('\n')
const ten = (level: number) => Array.from({ length: 10 }, (_, i) => go(level + (i % 5) / 10)).join('')

function files(contents: Record<string, string>): string {
  const cwd = scratch()
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(cwd, name), content)
  return cwd
}

describe('compare OLD NEW', () => {
  it('takes files of ten outputs of go test each, as benchstat does', async () => {
    const cwd = files({ 'old.txt': ten(100), 'new.txt': ten(130) })
    const { code, stdout, stderr } = await stableBench(['compare', 'old.txt', 'new.txt'], { cwd })
    expect(stdout).toContain('10 baseline and 10 candidate runs')
    expect(stdout).toMatch(/a\.BenchmarkX .*\+29\.9 % .*regression/)
    expect([code, stderr]).toEqual([2, ''])
  })

  it('says the same as --baseline OLD --candidate NEW, and reads - from the standard input', async () => {
    const cwd = files({ 'old.txt': ten(100), 'new.txt': ten(130) })
    const [words, flags] = await Promise.all([
      stableBench(['compare', 'old.txt', 'new.txt', '-q'], { cwd }),
      stableBench(['compare', '--baseline', 'old.txt', '--candidate', 'new.txt', '--quiet'], { cwd }),
    ])
    expect(words).toEqual(flags)
    const args = [cli, 'compare', 'old.txt', '-']
    const piped = spawnSync(process.execPath, args, { cwd, input: ten(130), encoding: 'utf8' })
    expect(piped.stdout).toBe(words.stdout.replace('new.txt', '-'))
    expect(piped.status).toBe(2)
  })

  it('gives the command that measures both again where a side is one process, and that command works', async () => {
    const cwd = files({ 'old.txt': go(1, 2, 3), 'new.txt': ten(1) })
    const { stderr } = await stableBench(['compare', 'old.txt', 'new.txt'], { cwd })
    expect(stderr).toMatch(
      /^The baseline is one process, which cannot show how runs vary\. Measure both again/,
    )
    const [, line = ''] = /^ {2}stable-bench (ab .*)$/m.exec(stderr) ?? []
    expect(line).toBe(`ab 'cd OLD && go test -run=NONE -bench . a' 'cd NEW && go test -run=NONE -bench . a'`)
    const bin = join(cwd, 'bin')
    for (const name of ['OLD', 'NEW', 'bin']) mkdirSync(join(cwd, name))
    writeFileSync(join(bin, 'go'), `#!/bin/sh\n[ "$*" = "test -run=NONE -bench . a" ] && cat ../old.txt\n`, {
      mode: 0o755,
    })
    const words = ['-c', `exec "$0" "$@" ${line} -r 5 --max-runs 5 --cpus none -q --output json`]
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
    const ended = spawnSync('bash', [...words, process.execPath, cli], { cwd, env, encoding: 'utf8' })
    expect(ended.stdout || ended.stderr).toMatch(/^\{/)
    expect(JSON.parse(ended.stdout).rows[0]).toMatchObject({
      benchmark: 'a.BenchmarkX',
      metric: 'time',
    })
  })

  it('gives the command with --base-ref in a git checkout, and that command works', async () => {
    const cwd = newRepository()
    commit(cwd, { 'go.sh': go(1, 2, 3) })
    git(cwd, 'tag', 'OLD')
    commit(cwd, { 'go.sh': go(4, 5, 6) })
    const outputs = files({ 'old.txt': go(1, 2, 3), 'new.txt': go(4, 5, 6), go: '#!/bin/sh\ncat go.sh\n' })
    chmodSync(join(outputs, 'go'), 0o755)
    const paths = ['old.txt', 'new.txt'].map(name => join(outputs, name))
    const { stderr } = await stableBench(['compare', ...paths], { cwd })
    const [, line = ''] = /^ {2}stable-bench (ab .*)$/m.exec(stderr) ?? []
    expect(line).toBe('ab --base-ref OLD -- go test -run=NONE -bench . a')
    const [before, after] = line.split(' -- ')
    const more = '-r 5 --max-runs 5 --cpus none -q --output json --fail-on never'
    const env = { ...process.env, PATH: `${outputs}:${process.env.PATH}` }
    const words = `${before} ${more} -- ${after}`.split(' ')
    const ended = await stableBench(words, { cwd, env })
    expect(ended).toMatchObject({ stdout: expect.stringMatching(/^\{/) })
    expect(JSON.parse(ended.stdout).rows[0]).toMatchObject({ baseline: 2, candidate: 5 })
  })
})

describe('short flags', () => {
  it('-r, -w, -n and -o are those of hyperfine; -q says nothing but the report', async () => {
    const cwd = scratch()
    const args = [
      'run',
      '-r',
      '6',
      '-w',
      '2',
      '-n',
      'suite',
      '-o',
      'kept.json',
      '-q',
      '--cpus',
      'none',
      '--',
      'true',
    ]
    const { code, stderr } = await stableBench(args, { cwd })
    const document = JSON.parse(readFileSync(join(cwd, 'kept.json'), 'utf8'))
    expect(document).toMatchObject({ suite: 'suite', plan: { runs: 6, warmupRuns: 2 } })
    expect([code, stderr]).toEqual([0, ''])
    expect(readdirSync(cwd)).toEqual(['kept.json'])
  })

  it('-V is the version, -h the help', async () => {
    const version = await stableBench(['-V'])
    expect(version).toEqual(await stableBench(['--version'], { cwd: '/' }))
    expect([version.code, version.stdout]).toEqual([
      0,
      expect.stringMatching(/^stable-bench \d+\.\d+\.\d+\n$/),
    ])
    expect(await stableBench(['ab', '-h'])).toEqual(await stableBench(['ab', '--help']))
  })
})

describe('ab', () => {
  it('takes two commands, and interleaves them', async () => {
    const sides = ['echo baseline >> log', 'echo candidate >> log']
    const cwd = scratch()
    const more = ['-r', '5', '--max-runs', '5', '-w', '0', '--cpus', 'none', '--fail-on', 'never']
    const { code } = await stableBench(['ab', ...sides, ...more], { cwd })
    // Each of five rounds has both sides. A run that the machine has disturbed is repeated.
    const made = readFileSync(join(cwd, 'log'), 'utf8').trim().split('\n')
    const turns = made.filter((side, i) => i > 0 && side !== made[i - 1])
    expect(turns.length).toBeGreaterThanOrEqual(5)
    expect(code).toBe(0)
  })

  it('keeps the runs of an interrupted job beside those of a complete one', async () => {
    const cwd = scratch()
    const args = ['ab', 'sleep 0.2', 'sleep 0.2', '--cpus', 'none', '--save', 'kept', '--fail-on', 'never']
    await stableBench([...args, '-r', '5', '--max-runs', '5'], { cwd })
    cpSync(join(cwd, 'kept'), join(cwd, 'copy'), { recursive: true })
    const ended = await stableBench([...args, '-r', '50'], { cwd }, (pid, stderr) => {
      const waiting = setInterval(() => {
        if (!/^run 2 of the candidate/m.test(stderr())) return
        clearInterval(waiting)
        process.kill(pid, 'SIGINT')
      }, 20)
    })
    expect(ended.code).toBe(130)
    expect(ended.stderr).toMatch(
      /in kept\/baseline\.incomplete\.json\.gz and kept\/candidate\.incomplete\.json\.gz/,
    )
    for (const name of readdirSync(join(cwd, 'copy'))) {
      expect(readFileSync(join(cwd, 'kept', name))).toEqual(readFileSync(join(cwd, 'copy', name)))
    }
  })
})
