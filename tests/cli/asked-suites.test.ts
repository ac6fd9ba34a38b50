// Which suites of the configuration file `ab --base-ref` takes, and the mistakes that it refuses before anything is checked out.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readFlags } from '../../src/cli/flags.ts'
import { planHere } from '../../src/cli/suites/here.ts'
import { askedOf } from '../../src/cli/suites/plan.ts'
import { assertNoSuites, suitesSource } from '../../src/cli/suites/source.ts'
import { parseConfig } from '../../src/policy/config-file.ts'

const suites = `
suites:
  parse:
    setup: make
    command: bash bench.sh {benchmark}
    benchmarks: [json, xml]
  http:
    working-directory: server
    command: bash bench.sh http
`

/** The suites that are asked for where this is the file of both commits. */
async function asked(text: string, ...args: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'stable-bench-suites-'))
  mkdirSync(join(root, 'server'))
  const path = join(root, '.stable-bench.yml')
  writeFileSync(path, text)
  const flags = readFlags('ab', ['--base-ref', 'main', '--config', path, ...args])
  const source = { ...suitesSource('ab', flags), root }
  return askedOf(flags, { source, base: parseConfig(text, path) })
}

describe('the suites that ab takes', () => {
  it('are all of the file, or those that are named', async () => {
    const names = async (...args: string[]) =>
      (await asked(suites, ...args)).measured.map(({ pair }) => pair.name)
    expect(await names()).toEqual(['parse', 'http'])
    expect(await names('--suite', 'htt?')).toEqual(['http'])
  })

  const bare = suites.replace('suites:', 'suites:\n  bare: { delta: 5 }')

  it.each<[string, string, string[], RegExp]>([
    [
      'a suite without a command',
      bare,
      [],
      /\.stable-bench\.yml:3:3: suites, bare: has no command; give it one, or choose others with --suite$/,
    ],
    [
      'such a suite that is asked for',
      bare,
      ['--suite', 'bare'],
      /:3:3: suites, bare: has no command; give it one$/,
    ],
    [
      'benchmarks without a place',
      suites.replace('{benchmark}', 'json'),
      [],
      /suite parse: benchmarks: the command does not say/,
    ],
    [
      'a directory that is not there',
      suites.replace(': server', ': sever'),
      [],
      /suite http: working-directory: there is no directory 'sever'/,
    ],
    [
      'no suite at all',
      'defaults: { band: 2% }\n',
      [],
      /no command; put it after --.*; or describe suites in \S+\.stable-bench\.yml$/,
    ],
    ['a flag of a command', suites, ['--setup', 'make'], /--setup belongs to a command, and there is none/],
  ])('are refused with %s', async (_, text, args, message) => {
    await expect(asked(text, ...args)).rejects.toThrow(message)
  })

  it('are refused beside a command', () => {
    expect(() => assertNoSuites('ab', { suite: ['parse'] })).toThrow(
      /--suite chooses suites .*, and a command is named, too/,
    )
    expect(() => assertNoSuites('ab', { suite: [] })).not.toThrow()
  })
})

describe('a suite that run takes', () => {
  it('is named where its keys contradict each other', async () => {
    const root = mkdtempSync(join(tmpdir(), 'stable-bench-suites-'))
    const path = join(root, '.stable-bench.yml')
    writeFileSync(path, suites.replace('setup: make', 'pattern-unit: ms'))
    const flags = readFlags('run', ['--config', path])
    const source = { ...suitesSource('run', flags), root }
    await expect(planHere('parse', flags, { source, looks: () => [5] })).rejects.toThrow(
      /^suite parse: pattern-unit: has no effect without pattern/,
    )
  })
})
