import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import {
  commandLine,
  emptyCommand,
  shellFor,
  simpleWords,
  startsAsIsIn,
} from '../../../src/measure/runs/command-line.ts'

const there = () => true
const shellOf = (...texts: string[]) =>
  shellFor(
    texts.map(command => ({ command, cwd: '/' })),
    {},
    there,
  )

describe('a simple command', () => {
  it.each([
    ['/bin/true', ['/bin/true']],
    ['  node bench.mjs\t--seed=1  \n', ['node', 'bench.mjs', '--seed=1']],
    ['go test -bench . ./...', ['go', 'test', '-bench', '.', './...']],
    ['./work {n} --name={benchmark}', ['./work', '{n}', '--name={benchmark}']],
    ['g++-13 @options a:b 50% x^y', ['g++-13', '@options', 'a:b', '50%', 'x^y']],
  ])('%p is its words', (text, words) => {
    expect(simpleWords(text)).toEqual(words)
    expect(execFileSync('bash', ['-c', `printf '%s\\n' ${text}`], { encoding: 'utf8' })).toBe(
      words.map(word => `${word}\n`).join(''),
    )
  })

  it.each([
    '',
    'a | b',
    'a; b',
    'a && b',
    'a &',
    'a > b',
    'a < b',
    'a\nb',
    'a\r',
    'a "b c"',
    "a 'b'",
    'a \\b',
    'a $B',
    'a `b`',
    'a *.txt',
    'a b?',
    'a [bc]',
    'a {b,c}',
    'a {1..3}',
    'a {n}{b,c}',
    'a ~',
    'a ~root/b',
    'a # b',
    '(a)',
    '!a',
    '! a',
    'A=1 b',
    'A=1',
    'A+=1 b',
    '{benchmark} a',
    '-a b',
    '%1',
    'a ü',
    'a\u00a0b',
  ])('%p is none', text => {
    expect(simpleWords(text)).toBeNull()
  })

  it('is no builtin or reserved word of this bash, even if there is such a file', () => {
    const own = execFileSync('bash', ['-c', 'compgen -b; compgen -k'], { encoding: 'utf8' })
      .trim()
      .split('\n')
    expect(own.length).toBeGreaterThan(60)
    expect(own.filter(name => simpleWords(`${name} a`) !== null)).toEqual([])
  })
})

describe('starting a command through bash', () => {
  it('applies to both sides if one needs it', () => {
    expect(shellOf('./a', './b --x')).toBe('none')
    expect(shellOf('./a', './b | tail -1')).toBe('bash')
    expect(shellOf('./a && :', './b')).toBe('bash')
  })

  it('applies to both sides if only one has the program', () => {
    const given = ['/old', '/new'].map(cwd => ({ command: './bench', cwd }))
    expect(shellFor(given, {}, (_, cwd) => cwd === '/new')).toBe('bash')
    expect(shellFor(given, {}, there)).toBe('none')
  })

  it('never applies to words, whatever they hold', () => {
    expect(shellFor([{ command: ['echo', '$HOME'], cwd: '/' }], {}, () => false)).toBe('none')
  })

  it('applies when the environment changes what the name means to bash', () => {
    const given = [{ command: 'node a', cwd: '/' }]
    expect(shellFor(given, { BASH_ENV: '/etc/setup' }, there)).toBe('bash')
    expect(shellFor(given, { 'BASH_FUNC_node%%': '() { :; }' }, there)).toBe('bash')
    expect(shellFor(given, { BASH_ENV: '', 'BASH_FUNC_other%%': '() { :; }' }, there)).toBe('none')
  })

  it('changes the executed words and the empty command', () => {
    expect(commandLine('./a b', 'none')).toEqual(['./a', 'b'])
    expect(commandLine('./a b', 'bash')).toEqual(['bash', '-e', '-o', 'pipefail', '-c', './a b'])
    expect(commandLine(['echo', '$HOME'], 'bash')).toEqual(['echo', '$HOME'])
    expect(emptyCommand('none')).toEqual(['true'])
    expect(emptyCommand('bash')).toEqual(['bash', '-e', '-o', 'pipefail', '-c', 'exec true'])
  })
})

describe('a program that starts as it is', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-programs-'))
  const file = (name: string, text: string, mode = 0o755) => {
    writeFileSync(join(cwd, name), text)
    chmodSync(join(cwd, name), mode)
  }
  file('own-script', '#!/bin/sh\n')
  file('bare', 'echo read by the shell itself\n')
  file('empty', '')
  file('data', '#!/bin/sh\n', 0o644)
  symlinkSync('/bin/true', join(cwd, 'link'))
  const starts = startsAsIsIn({ PATH: '/nonexistent:/usr/bin:/bin' })

  it.each([
    ['sleep', true],
    ['/bin/true', true],
    ['./own-script', true],
    ['./link', true],
    ['./bare', false],
    ['./empty', false],
    ['./data', false],
    ['./missing', false],
    ['/tmp', false],
    ['own-script', false],
    ['no-such-program', false],
  ])('%s: %p', (name, expected) => {
    expect(starts(name, cwd)).toBe(expected)
  })

  it('is found in every directory of the PATH, also in those relative to the directory of the side', () => {
    expect(startsAsIsIn({ PATH: '/usr/bin:' })('own-script', cwd)).toBe(true)
    expect(startsAsIsIn({})('sleep', cwd)).toBe(false)
  })
})
