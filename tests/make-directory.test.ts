import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { makeDirectory } from '../src/make-directory.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'stable-bench-test-'))
})

describe('a directory that somebody names', () => {
  it('is made with all that is missing above it, and stays where it is there', () => {
    makeDirectory(join(place, 'a/b/c'))
    writeFileSync(join(place, 'a/b/c/file'), '')
    makeDirectory(join(place, 'a/b/c'))
    expect(readdirSync(join(place, 'a/b/c'))).toEqual(['file'])
  })

  it('may be behind a link', () => {
    mkdirSync(join(place, 'there'))
    symlinkSync('there', join(place, 'link'))
    makeDirectory(join(place, 'link/a'))
    makeDirectory(join(place, 'link'))
    expect(statSync(join(place, 'there/a')).isDirectory()).toBe(true)
  })

  it('is refused at a file, below one, and at a link that leads nowhere', () => {
    writeFileSync(join(place, 'file'), '')
    symlinkSync('nowhere', join(place, 'link'))
    expect(() => makeDirectory(join(place, 'file'))).toThrow(/EEXIST: .*file'/)
    expect(() => makeDirectory(join(place, 'file/a/b'))).toThrow(/ENOTDIR: .*file\/a'/)
    expect(() => makeDirectory(join(place, 'link/a'))).toThrow(/EEXIST: .*link'/)
  })

  it('below /proc is refused at once: mkdir of Node tries for ever', () => {
    const module = new URL('../src/make-directory.ts', import.meta.url)
    const program = `import { makeDirectory } from '${module}'; makeDirectory('/proc/x/y')`
    const { stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(signal).toBeNull()
    expect(stderr).toMatch(/ENOENT: no such file or directory, mkdir '\/proc\/x'/)
  })
})
