// Where the program cannot run it says so at once, in one sentence.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { transform } from 'esbuild'
import { cli, ownProgram, scratch } from './command-line.ts'

/** Runs the program where the process says of itself what `claims` sets. */
function claiming(claims: string, args: string[]) {
  const preload = join(scratch(), 'claims.cjs')
  writeFileSync(preload, claims)
  return spawnSync(process.execPath, ['--require', preload, cli, ...args], { encoding: 'utf8' })
}

describe('a Node that is too old', () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })
    Object.defineProperty(process, 'version', { value: 'v18.20.8' })`

  it('is named, with the version that is needed', () => {
    const { status, stdout, stderr } = claiming(old, ['--version'])
    expect(stderr).toBe('stable-bench: needs Node 20 or newer, and this is v18.20.8; install a newer one\n')
    expect([status, stdout]).toEqual([64, ''])
  })

  it('can read the file that says so: the syntax is that of 2015, as a script', async () => {
    const source = readFileSync(cli, 'utf8')
    const [lowered, same] = await Promise.all(
      ['es2015', 'esnext'].map(target =>
        transform(source, { target, supported: { 'dynamic-import': true } }),
      ),
    )
    expect(lowered?.code).toBe(same?.code)
    expect(source.length).toBeLessThan(1000)
    expect(source).not.toMatch(/^\s*(import\s|export\s)|await/m)
  })
})

describe('the compiled program', () => {
  const start = (program: string) => {
    // The tests' own cache would be taken in its place.
    const { NODE_COMPILE_CACHE: _, ...own } = process.env
    const env = { ...own, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--version'], {
      env,
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^stable-bench \d/) })
    return stderr
  }

  it('is kept beside the program, and taken from there at the next start, by whatever name it is started', () => {
    const program = ownProgram()
    start(program)
    const link = join(scratch(), 'stable-bench')
    symlinkSync(program, link)
    expect(start(link)).toMatch(/cli-main\.js was accepted/)
    expect(readdirSync(join(program, '..'))).toContain('compile-cache')
  })

  it('is not needed: the program also starts where it may not be kept', () => {
    const program = ownProgram()
    writeFileSync(join(program, '../compile-cache'), '')
    expect(start(program)).not.toMatch(/was accepted/)
  })
})

describe('another operating system than Linux', () => {
  const darwin = `Object.defineProperty(process, 'platform', { value: 'darwin' })`

  it.each([
    ['run', ['run', '--', 'true']],
    ['ab', ['ab', 'true', 'true', '--setup', 'touch built']],
    ['calibrate', ['calibrate', '--', 'true']],
    ['doctor', ['doctor']],
  ])('is named by %s before anything is done', (_, args) => {
    const { status, stdout, stderr } = claiming(darwin, args)
    expect(stderr).toMatch(/^stable-bench: measuring needs Linux, and this is macOS: .*\n$/)
    expect([status, stdout]).toEqual([64, ''])
  })

  it('is what the demo names, behind the recorded report', () => {
    const { status, stdout, stderr } = claiming(darwin, ['demo'])
    expect(stdout).toMatch(/^parse .* regression$/m)
    expect(stdout).toMatch(/so there is no verdict:\n {3}measuring needs Linux, and this is macOS: /)
    expect([status, stderr]).toEqual([0, ''])
  })

  it('compares all the same', () => {
    const { stderr } = claiming(darwin, ['compare', 'missing', 'there'])
    expect(stderr).toMatch(/missing: there is no such file/)
  })
})
