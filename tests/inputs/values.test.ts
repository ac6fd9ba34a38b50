// Every entry of the table of inputs is parsed, shown, held and repeated as it says. An input that is added there needs no
// line here, but one that every workflow may set changes the count of those.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { reproduceText } from '../../src/action/pull-request/reproduce.ts'
import { readFlags } from '../../src/cli/flags.ts'
import { commandNames, renderCommandHelp } from '../../src/inputs/help.ts'
import type { Input } from '../../src/inputs/input.ts'
import { inputText, parseInputs, readableInputs } from '../../src/inputs/parse.ts'
import {
  configuredInputs,
  decidingInputs,
  flagOf,
  type InputName,
  inputs,
  inputsOf,
  isForAllSuites,
  isOnlyConfigured,
  measuringInputs,
  repeatedInputs,
  serviceInputs,
  stepInputs,
} from '../../src/inputs/values.ts'
import type { SideSummary } from '../../src/model/index.ts'
import { parseConfig } from '../../src/policy/config-file.ts'
import { effectiveValues } from '../../src/policy/make-policy.ts'
import { heldInputs } from '../../src/policy/workflow-file/held-inputs.ts'
import { jobValues } from './job-values.ts'

const all = Object.entries(inputs) as [InputName, Input][]

/** A value that is not the default, as it is given. */
function otherText({ type, decides, ...input }: Input): string {
  if (type === 'boolean') return String(!input.default)
  const allowed = Array.isArray(decides) ? decides : ((input as { choices?: string[] }).choices ?? [])
  const other = allowed.find(text => text !== String(input.default))
  if (other !== undefined) return other
  if ('form' in input) return '0'
  const { min, max } = input as { min?: number; max?: number }
  if (min === undefined || max === undefined) return 'other'
  return inputText({ type }, input.default === max ? min : max)
}

/** Reads one input, and nothing for the others. */
const given = (name: InputName, text: string) => (each: InputName) => (each === name ? text : '')

type ActionFile = { inputs: Record<string, { default?: string }> }

const flagsOf = (name: InputName, input: Input) => [flagOf(name, input), otherText(input)]

describe('every input', () => {
  it('belongs to at least one command and says what it is for in sentences', () => {
    for (const [, { commands, help, inAction = 'A sentence.' }] of all) {
      expect(commands.length).toBeGreaterThan(0)
      for (const text of [help, inAction]) expect(text).toMatch(/^[\w±-].*\.$/)
    }
  })

  it('has a default that is valid itself', () => {
    for (const [, input] of all) {
      if (input.type === 'choice') expect(input.choices).toContain(input.default)
      if (typeof input.default === 'string' && 'words' in input) {
        expect(input.words).toContain(input.default)
      } else if (input.type === 'integer' || input.type === 'fraction') {
        expect(input.default).toBeGreaterThanOrEqual(input.min)
        expect(input.default).toBeLessThanOrEqual(input.max)
      }
    }
  })

  it('is a flag of each command that takes it, and of no other', () => {
    for (const command of commandNames) {
      const shown = [...renderCommandHelp(command).matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(
        match => match[1],
      )
      expect(shown).toEqual(inputsOf(command).map(([name, input]) => flagOf(name, input)))
      for (const [name, input] of inputsOf(command)) {
        const { given } = readFlags(command, flagsOf(name, input))
        expect(Object.keys(given)).toEqual([name])
        expect(inputText(input, Object.values(given)[0] as Input['default'])).toBe(otherText(input))
      }
    }
  })

  it('is an input of the action where its entry says so', () => {
    for (const name of stepInputs) {
      const [input, text] = [inputs[name] as Input, otherText(inputs[name])]
      expect(inputText(input, parseInputs('action', given(name, text))[name])).toBe(text)
    }
  })
})

describe('an input that the configuration may set', () => {
  it.each(configuredInputs)('%s is written there as for the action', name => {
    const text = otherText(inputs[name])
    const { defaults } = parseConfig(`defaults: { ${name}: ${text} }`, 'c.yml')
    expect(inputText(inputs[name], defaults[name] as Input['default'])).toBe(text)
  })

  const together = measuringInputs.filter(name => isForAllSuites(inputs[name]))

  it.each(together)('%s is for all suites: one of them cannot have it for itself', name => {
    const text = otherText(inputs[name])
    expect(() => parseConfig(`suites: { parse: { command: a, ${name}: ${text} } }`, 'c.yml')).toThrow(
      `suites, parse: there is no key '${name}'`,
    )
  })

  it('is for all suites where these share the checkout that it is about', () => {
    expect(together).toEqual(['benchmarks-from'])
  })

  it.each(measuringInputs.filter(name => !together.includes(name)))('%s may be set for one suite', name => {
    const text = otherText(inputs[name])
    const key = Object.entries(serviceInputs).find(([, input]) => input === name)?.[0]
    const others = key === 'command' ? '' : 'command: ./server, '
    const entry = key === undefined ? `${name}: ${text}` : `service: { ${others}${key}: ${text} }`
    const config = parseConfig(`suites: { parse: { ${entry} } }`, 'c.yml')
    const { [name]: value } = effectiveValues(parseInputs('action', given('name', 'parse')), config)
    expect(inputText(inputs[name], value)).toBe(text)
    const { [name]: other } = effectiveValues(parseInputs('action', given('name', 'print')), config)
    expect(other).toEqual(inputs[name].default)
  })

  it('takes texts as a list where it takes several', () => {
    const { defaults } = parseConfig('defaults: { benchmarks: [json, 2], benchmark-paths: a b }', 'c.yml')
    expect(defaults).toEqual({ benchmarks: ['json', '2'], 'benchmark-paths': ['a', 'b'] })
  })

  it('is one that decides, or says how a suite is measured', () => {
    const others = all.filter(([name]) => !(configuredInputs as string[]).includes(name))
    for (const [name, input] of others)
      expect(() => parseConfig(`defaults: { ${name}: ${otherText(input)} }`, 'c.yml')).toThrow(name)
  })

  it('is no input of the action: a step has twenty-seven', () => {
    const { inputs: declared } = parse(readFileSync('action.yml', 'utf8')) as ActionFile
    expect(Object.keys(declared)).toEqual(stepInputs)
    expect(stepInputs).toHaveLength(27)
    expect(stepInputs.filter(name => isOnlyConfigured(inputs[name]))).toEqual([])
  })

  const configured = inputsOf('action').filter(([, input]) => isOnlyConfigured(input))

  it.each(configured)(
    '%s is refused in a workflow, with its place: it would do nothing there',
    (name, input) => {
      const read = given(name, otherText(input))
      const place = isForAllSuites(input) ? 'under defaults' : 'under defaults, or under suites for one suite'
      expect(() => parseInputs('action', read)).toThrow(
        `input '${name}' must be set in .stable-bench.yml (${place}) and not in a workflow, got '${otherText(input)}'`,
      )
      expect(readableInputs('action', read)).toMatchObject({ [name]: input.default })
    },
  )
})

describe('a time', () => {
  const read = (text: string) =>
    parseInputs('run', name => (name === 'max-time' ? text : undefined))['max-time']

  it.each([
    ['90', 90],
    ['90s', 90],
    ['10m', 600],
    ['2 h', 7200],
    ['0', 0],
  ])('of %s is read as %i s', (text, seconds) => {
    expect(read(text)).toBe(seconds)
  })

  it.each(['10 minutes', '1.5h', '-5', 'm', '200h'])('of %s is refused with what it may be', text => {
    expect(() => read(text)).toThrow(
      `must be a time from 0 to 604800 s, such as 90s, 10m or 2h, got '${text}'`,
    )
  })
})

describe('an input of a step that decides', () => {
  const deciding = decidingInputs.filter(name => (stepInputs as string[]).includes(name))

  it.each([...deciding, 'config', 'suite'] as const)(
    '%s is held to the base commit in a pull request',
    name => {
      const values = parseInputs('action', given(name, otherText(inputs[name])))
      const none = new Set<string>()
      const found = { steps: [{ job: 'bench', inputs: {} }], foreign: none, unread: none }
      const held = heldInputs(values, { base: found, proposed: found, job: 'bench' })
      expect(held.values[name]).toEqual(inputs[name].default)
    },
  )

  it('is baseline alone', () => {
    expect(deciding).toEqual(['baseline'])
  })
})

describe('an input that a repeated comparison needs', () => {
  const side = (commit: string) => ({ revision: { commit, ref: null, dirty: false } }) as SideSummary
  const sides = { baseline: side('a'), candidate: side('b') }

  it.each(repeatedInputs)('%s is a flag of ab in the commands of the report', name => {
    const text = otherText(inputs[name])
    const commands = reproduceText(jobValues({ [name]: text }), { pullRequest: null }, sides) ?? ''
    expect(commands).toContain(`--${name} ${text}`)
    expect(Object.keys(readFlags('ab', flagsOf(name, inputs[name])).given)).toEqual([name])
  })
})
