import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { ownBinaries } from '../../../src/measure/runs/own-binary.ts'

describe('machine code that was linked here', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-own-'))
  copyFileSync('/bin/true', join(cwd, 'bench'))
  for (const installed of ['.venv/bin', 'node_modules/node/bin']) {
    mkdirSync(join(cwd, installed), { recursive: true })
    copyFileSync('/bin/true', join(cwd, installed, 'program'))
  }
  writeFileSync(join(cwd, '.venv/pyvenv.cfg'), '')
  writeFileSync(join(cwd, 'bench.sh'), '#!/bin/sh\n')

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
