import { describe, expect, it } from '@jest/globals'
import { configurationWith, hasSuites } from '../../../src/cli/init/suites-file.ts'

const schema =
  '# yaml-language-server: $schema=https://raw.githubusercontent.com/org/stable-bench/v1/docs/schema/config.json\n'

describe('the configuration that init writes', () => {
  it('has the line for editors on top, and a suite that fails as a comment with the error', () => {
    const text = configurationWith(
      [
        { name: 'parse', fields: { setup: 'make', command: "./bench 'it: #1'" } },
        { name: 'http', fields: { command: 'a\nb' }, problem: 'it failed:\n\n\u001b[1mno such file' },
      ],
      null,
    )
    expect(
      text,
    ).toBe(`${schema}# What is measured, how, and what decides. All keys: docs/configuration.md of stable-bench.
defaults:
  band: 2% # a change within it is no change
suites:
  parse:
    setup: make
    command: "./bench 'it: #1'"
  # it failed:
  # \\u{1b}[1mno such file
  # http:
  #   command: |-
  #     a
  #     b
`)
  })

  it('has the keys for layouts as a comment, of a suite that can be measured', () => {
    const layouts = { relink: 'make b.{layout} SEED={layout}', command: './b.{layout}' }
    const text = configurationWith(
      [
        { name: 'a', fields: { command: './b' }, layouts },
        { name: 'b', fields: { command: './c' }, layouts, problem: 'it failed' },
      ],
      'shadow: true\n',
    )
    expect(text).toBe(`${schema}shadow: true
suites:
  a:
    command: ./b
    # Where the linker puts the code can move it as well. With these keys in place of those above, a called row tells (docs/placement.md of stable-bench):
    # relink: make b.{layout} SEED={layout}
    # command: ./b.{layout}
  # it failed
  # b:
  #   command: ./c
`)
  })

  it('keeps what the file has, byte by byte', () => {
    const present = "defaults:   # all\n    band: '5%'\n\n# rows\nrows: []"
    expect(configurationWith([{ name: 'a', fields: { command: 'x' } }], present)).toBe(
      `${schema}${present}\nsuites:\n  a:\n    command: x\n`,
    )
  })

  it('takes the place of suites that are empty, and refuses a file that cannot be added to', () => {
    const suites = [{ name: 'a', fields: { command: 'x' } }]
    for (const empty of ['suites:', 'suites: {}', 'suites: # none yet'])
      expect(configurationWith(suites, `${empty}\nshadow: true\n`)).toBe(
        `${schema}shadow: true\nsuites:\n  a:\n    command: x\n`,
      )
    for (const present of ['{ shadow: true }\n', '---\nshadow: true\n...\n'])
      expect(() => configurationWith(suites, present)).toThrow(
        '.stable-bench.yml: suites cannot be added behind its last line; write its keys at the left margin, in one document',
      )
    expect(hasSuites('suites:\n  a:\n    delta: 3\n')).toBe(true)
    expect(hasSuites('shadow: true\n')).toBe(false)
  })
})
