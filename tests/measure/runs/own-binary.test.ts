import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { foreignPrograms, ownBinaries, ownPrograms } from '../../../src/measure/runs/own-binary.ts'

describe('machine code that was linked here', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-own-'))
  copyFileSync('/bin/true', join(cwd, 'bench'))
  for (const installed of ['.venv/bin', 'node_modules/node/bin']) {
    mkdirSync(join(cwd, installed), { recursive: true })
    copyFileSync('/bin/true', join(cwd, installed, 'program'))
  }
  writeFileSync(join(cwd, '.venv/pyvenv.cfg'), '')
  writeFileSync(join(cwd, 'bench.sh'), '#!/bin/sh\n')

  it('is known by a path with a space in it', () => {
    const spaced = join(cwd, 'my tools')
    mkdirSync(spaced)
    copyFileSync('/bin/true', join(spaced, 'bench'))
    for (const argv of [
      ['my tools/bench', '--all'],
      ['bash', '-c', 'FAST=1 "my tools/bench" | tee out'],
    ])
      expect(ownBinaries({ argv, cwd })).toEqual(['my tools/bench'])
  })

  it.each<[string, string[], boolean]>([
    ['a program', ['./bench', '--all'], true],
    ['a program in a text for bash', ['bash', '-c', 'FAST=1 ./bench | tee out'], true],
    ['a program by its whole path', [join(cwd, 'bench')], true],
    ['a program of the system', ['/bin/true'], false],
    ['a script', ['./bench.sh'], false],
    ['a script of an interpreter', ['python3', 'bench.py'], false],
    ['the interpreter of a virtual environment', ['.venv/bin/program', 'bench.py'], false],
    ['an installed package', ['node_modules/node/bin/program', 'bench.js'], false],
    ['a program that is not there yet', ['./bench.{layout}'], false],
    ['the directory itself', ['ls', './'], false],
  ])('is known of %s', (_, argv, is) => {
    expect(ownBinaries({ argv, cwd })).toEqual(is ? ['bench'] : [])
  })
})

describe('programs that were seen in a run', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-own-'))
  const made = (path: string) => {
    mkdirSync(join(cwd, path, '..'), { recursive: true })
    copyFileSync('/bin/true', join(cwd, path))
    return join(cwd, path)
  }
  const bench = made('target/release/deps/bench-0123456789abcdef')
  const seenIn = (...programs: [path: string, looks: number, isNew?: boolean][]) =>
    ownPrograms(
      new Map(programs.map(([path, looks, isNew = false]) => [path, { looks, isNew }])),
      join(cwd, 'crate'),
    )
  mkdirSync(join(cwd, 'crate'))

  it('are those below the directory and those that were linked meanwhile, the most seen first', () => {
    const found = seenIn(['/usr/bin/cargo', 5], [made('crate/tool'), 6], [bench, 40, true])
    expect(found).toEqual({ kept: ['../target/release/deps/bench-0123456789abcdef', 'tool'], gone: [] })
  })

  it('are not a step on the way, an installed program, an old one elsewhere, or one with a name that is no plain word', () => {
    const installed = made('crate/node_modules/node/bin/node')
    expect(seenIn([made('crate/@everyone [x](y)'), 50, true])).toEqual({ kept: [], gone: [] })
    expect(
      seenIn([made('crate/build-script'), 1, true], [installed, 50, true], ['/usr/bin/bash', 50]),
    ).toEqual({
      kept: [],
      gone: [],
    })
  })

  it('are their libraries, too, after them, but for those that are installed or gone', () => {
    const found = ownPrograms(
      new Map([
        [made('crate/libparse.so'), { looks: 40, isNew: false, isLibrary: true }],
        [made('crate/venv/lib/site-packages/numpy.so'), { looks: 40, isNew: true, isLibrary: true }],
        [join(cwd, 'crate/libgone.so'), { looks: 40, isNew: true, isLibrary: true }],
        [made('crate/tool'), { looks: 30, isNew: false }],
      ]),
      join(cwd, 'crate'),
    )
    expect(found).toEqual({ kept: ['tool', 'libparse.so'], gone: [] })
  })

  it('are named where they are gone, as those of go test are', () => {
    expect(seenIn(['/tmp/go-build1/b001/parse.test', 9, true])).toEqual({ kept: [], gone: ['parse.test'] })
    const tools = ['bin/go', 'pkg/tool/linux_amd64/link'].map((tool): [string, number] => [
      `/usr/local/go/${tool}`,
      90,
    ])
    expect(seenIn(...tools, ['/tmp/go-build1/b001/parse.test', 9, true]).gone).toEqual(['parse.test'])
    const ofEachRun = Array.from({ length: 40 }, (_, run): [string, number, boolean] => [
      `/tmp/go-build${run}/b001/parse.test`,
      3,
      true,
    ])
    expect(seenIn(['/usr/bin/bash', 40], ...ofEachRun)).toEqual({ kept: [], gone: ['parse.test'] })
  })

  it('are known as foreign after one look where they were written meanwhile elsewhere, however much a tool beside them worked', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'stable-bench-elsewhere-'))
    const [built, old] = ['bench', 'old'].map(name => join(elsewhere, name)) as [string, string]
    for (const path of [built, old]) copyFileSync('/bin/true', path)
    const seen = new Map([
      ['/usr/bin/cargo', { looks: 40, isNew: false }],
      [built, { looks: 0, isNew: true }],
      [old, { looks: 9, isNew: false }],
      [made('crate/own'), { looks: 9, isNew: true }],
      [join(elsewhere, 'gone'), { looks: 9, isNew: true }],
    ])
    expect(foreignPrograms(seen, join(cwd, 'crate'))).toEqual([built])
    expect(ownPrograms(seen, join(cwd, 'crate')).kept).toEqual(['own'])
  })
})
