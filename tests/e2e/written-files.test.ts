// What was measured is not lost: not to a full disk, not to a signal, and an earlier file only to a complete one.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { cli, scratch, stableBench } from './command-line.ts'

const sample = (runs: number[][]) => ({ name: 'parse', metric: 'time', unit: 'ns', better: 'lower', runs })
const document = (runs: number[]) =>
  JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [sample(runs.map(value => [value]))] })
const level = (value: number) => document([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(i => value + (i % 3) / 10))

/** A directory with the results of a program that became slower. */
function measured(): string {
  const cwd = scratch()
  writeFileSync(join(cwd, 'old.json'), level(100))
  writeFileSync(join(cwd, 'new.json'), level(120))
  return cwd
}

const compare = ['compare', '--order', 'interleaved', 'old.json', 'new.json']

/** Under bash, with files of at most 2 blocks of 1024 bytes; the output goes through pipes. */
function withSmallFiles(args: string[], cwd: string) {
  const line = `trap '' XFSZ; ulimit -f 2; exec "$@"`
  const words = ['-c', line, 'bash', process.execPath, cli, ...args]
  return spawnSync('bash', words, { cwd, encoding: 'utf8' })
}

describe('a file that cannot be written', () => {
  it('is named with the reason, after the verdict was printed', async () => {
    const cwd = measured()
    const { code, stderr } = await stableBench([...compare, '--out', '/dev/full'], { cwd })
    expect(stderr).toMatch(
      /^✗ parse is .*\nThis fails the check\..*\nstable-bench: \/dev\/full: cannot be written: ENOSPC: no space left on device/,
    )
    expect(stderr).not.toContain('internal error')
    expect(code).toBe(1)
  })

  it('is named before anything is measured where it is a directory, and nothing stays of the attempt', async () => {
    const [cwd, TMPDIR] = [scratch(), scratch()]
    const env = { ...process.env, TMPDIR }
    const run = await stableBench(['run', '-o', '.', '--', 'touch', 'measured'], { cwd, env })
    expect([run.code, run.stderr]).toEqual([
      64,
      expect.stringMatching(/is a directory.*choose another --out/),
    ])
    const ab = await stableBench(['ab', '--base-ref', 'nowhere', '--', 'true'], { cwd, env })
    expect(ab.code).toBe(64)
    expect([readdirSync(cwd), readdirSync(TMPDIR)]).toEqual([[], []])
  })

  it('leaves the earlier one as it was, and nothing half written', () => {
    const cwd = measured()
    writeFileSync(join(cwd, 'report.html'), 'earlier')
    const args = [...compare, '--output', 'html', '--out', 'report.html']
    const { status, stderr } = withSmallFiles(args, cwd)
    expect(stderr).toMatch(/report\.html: cannot be written: EFBIG: file too large.*make room there/)
    expect(status).toBe(1)
    expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toBe('earlier')
    expect(readdirSync(cwd).sort()).toEqual(['new.json', 'old.json', 'report.html'])
  })

  it('does not cost the report of what was measured', () => {
    const cwd = scratch()
    const sides = ['ab', 'echo old', 'echo new', '--tool', 'process', '--fail-on', 'never']
    const more = ['--runs', '5', '--max-runs', '5', '--cpus', 'none', '--save', 'kept']
    const { status, stdout, stderr } = withSmallFiles([...sides, ...more], cwd)
    expect(stdout).toMatch(/wall-time/)
    expect(stderr).toMatch(/kept\/\S+: cannot be written: EFBIG/)
    expect(status).toBe(1)
  })

  it('costs neither the verdict nor its exit code where nobody asked for it', () => {
    const cwd = scratch()
    const sides = ['ab', 'echo old', 'echo new', '--tool', 'process', '--fail-on', 'never']
    const more = ['--runs', '5', '--max-runs', '5', '--cpus', 'none']
    const { status, stdout, stderr } = withSmallFiles([...sides, ...more], cwd)
    expect(stdout).toMatch(/wall-time/)
    expect(stderr).toMatch(/not kept: \S+: cannot be written: EFBIG/)
    expect(status).toBe(0)
  })

  it.each([
    ['ab', 'true', 'true'],
    ['run', '--runs', '5', '--', 'true'],
    ['run', '--runs', '5', '--', 'bash', '-c', 'true'],
  ])('is named with TMPDIR where the directory for temporary files is missing: %s %s %s', async (...args) => {
    const TMPDIR = join(scratch(), 'gone')
    const { code, stderr } = await stableBench(args, { cwd: scratch(), env: { ...process.env, TMPDIR } })
    expect(stderr).toMatch(
      /gone, the directory for temporary files, cannot be written: ENOENT: .*set TMPDIR to another place/,
    )
    expect(stderr).not.toMatch(/internal error|not installed/)
    expect(code).toBe(1)
  })

  it('is refused where its directory cannot be made', async () => {
    const { code, stderr } = await stableBench(['ab', 'true', 'true', '--save', '/proc/kept/here'], {
      cwd: scratch(),
    })
    expect([code, stderr]).toEqual([
      64,
      expect.stringMatching(/^stable-bench: --save \/proc\/kept\/here: cannot be made: /),
    ])
  })

  it('is the standard output, too', () => {
    const line = `exec "$@" >/dev/full`
    const words = ['-c', line, 'bash', process.execPath, cli, ...compare]
    const { status, stderr } = spawnSync('bash', words, { cwd: measured(), encoding: 'utf8' })
    expect(stderr).toBe(
      'stable-bench: the standard output cannot be written: ENOSPC: no space left on device, write\n',
    )
    expect(status).toBe(1)
  })
})

describe('a file that is written', () => {
  it('keeps the symbolic link that leads to it', async () => {
    const cwd = measured()
    mkdirSync(join(cwd, 'there'))
    writeFileSync(join(cwd, 'there/report.md'), 'earlier')
    symlinkSync('there/report.md', join(cwd, 'report.md'))
    await stableBench([...compare, '--output', 'markdown', '--out', 'report.md'], { cwd })
    expect(lstatSync(join(cwd, 'report.md')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(cwd, 'there/report.md'), 'utf8')).toContain('parse')
  })

  it('keeps its permissions', async () => {
    const cwd = measured()
    writeFileSync(join(cwd, 'report.md'), 'earlier')
    chmodSync(join(cwd, 'report.md'), 0o600)
    await stableBench([...compare, '--output', 'markdown', '--out', 'report.md'], { cwd })
    expect(lstatSync(join(cwd, 'report.md')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(cwd, 'report.md'), 'utf8')).toContain('parse')
  })

  it.each(['-', '/dev/stdout'])('may be the standard output: %s', out => {
    const line = `"$@" | cat; exit "$PIPESTATUS"`
    const words = ['-c', line, 'bash', process.execPath, cli, ...compare, '--output', 'json', '--out', out]
    const { status, stdout } = spawnSync('bash', words, { cwd: measured(), encoding: 'utf8' })
    expect(JSON.parse(stdout).schema).toBe('stable-bench/comparison@1')
    expect(status).toBe(2)
  })

  it('is in a job no command to the runner, and the same document', () => {
    const args = [cli, 'run', '-n', '##[add-mask]a', '-r', '5', '--quiet', '--out', '-', '--', 'true']
    const env = { ...process.env, GITHUB_ACTIONS: 'true' }
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: scratch(), encoding: 'utf8', env })
    expect(stdout + stderr).not.toContain('##[add-mask]')
    expect(JSON.parse(stdout).suite).toBe('##[add-mask]a')
  })

  it('may be the standard output of a shell that goes to a file', () => {
    const cwd = measured()
    const line = `{ echo before; "$@"; echo after; } >all.txt`
    const words = ['-c', line, 'bash', process.execPath, cli, ...compare, '-o', '/dev/stdout']
    spawnSync('bash', words, { cwd })
    expect(readFileSync(join(cwd, 'all.txt'), 'utf8')).toMatch(/^before\n.*parse.*\nafter\n$/s)
  })

  it('may be a named pipe, whose reader gets all of it', async () => {
    const cwd = measured()
    execFileSync('mkfifo', ['pipe'], { cwd })
    const read = new Promise<string>((done, failed) =>
      execFile('cat', ['pipe'], { cwd, encoding: 'utf8' }, (error, text) =>
        error ? failed(error) : done(text),
      ),
    )
    await stableBench([...compare, '--output', 'json', '--out', 'pipe'], { cwd })
    expect(JSON.parse(await read).schema).toBe('stable-bench/comparison@1')
    expect(lstatSync(join(cwd, 'pipe')).isFIFO()).toBe(true)
  })
})
