// Whatever is in the table of inputs is parsed, shown, held and repeated as its entry says: an input that is added there
// needs no line here.
import { describe, expect, it } from '@jest/globals'
import { reproduceText } from '../../src/action/pull-request/reproduce.ts'
import { readFlags } from '../../src/cli/flags.ts'
import { commandNames, renderCommandHelp } from '../../src/inputs/help.ts'
import { inputText, parseInputs } from '../../src/inputs/parse.ts'
import {
  decidingInputs,
  type Input,
  type InputName,
  inputs,
  inputsOf,
  repeatedInputs,
} from '../../src/inputs/values.ts'
import type { SideSummary } from '../../src/model/index.ts'
import { parseConfig } from '../../src/policy/config-file.ts'
import { heldInputs } from '../../src/policy/workflow/held-inputs.ts'

const all = Object.entries(inputs) as [InputName, Input][]

/** A value that is not the default, as it is given. */
function otherText({ type, decides, ...input }: Input): string {
  if (type === 'boolean') return String(!input.default)
  const allowed = Array.isArray(decides) ? decides : ((input as { choices?: string[] }).choices ?? [])
  const other = allowed.find(text => text !== String(input.default))
  if (other !== undefined) return other
  const { min, max } = input as { min?: number; max?: number }
  if (min === undefined || max === undefined) return 'other'
  return inputText({ type }, input.default === max ? min : max)
}

const flagsOf = (name: InputName, input: Input) => [`--${name}`, otherText(input)]

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
      if (input.type === 'integer' || input.type === 'fraction') {
        expect(input.default).toBeGreaterThanOrEqual(input.min)
        expect(input.default).toBeLessThanOrEqual(input.max)
      }
    }
  })

  it('is a flag of each command that takes it, and of no other', () => {
    for (const command of commandNames) {
      const shown = [...renderCommandHelp(command).matchAll(/^ {2}--([a-z-]+)/gm)].map(match => match[1])
      expect(shown).toEqual(inputsOf(command).map(([name]) => name))
      for (const [name, input] of inputsOf(command)) {
        const { given } = readFlags(command, flagsOf(name, input))
        expect(Object.keys(given)).toEqual([name])
        expect(inputText(input, Object.values(given)[0] as Input['default'])).toBe(otherText(input))
      }
    }
  })

  it('is an input of the action where its entry says so', () => {
    for (const [name, input] of inputsOf('action')) {
      const values = parseInputs('action', each => (each === name ? otherText(input) : ''))
      expect(inputText(input, values[name])).toBe(otherText(input))
    }
  })
})

describe('an input that decides', () => {
  it.each(decidingInputs)('%s may be set in the configuration', name => {
    const text = otherText(inputs[name])
    const { defaults } = parseConfig(`defaults: { ${name}: ${text} }`, 'c.yml')
    expect(inputText(inputs[name], defaults[name] as Input['default'])).toBe(text)
  })

  it.each(decidingInputs)('%s is held to the base commit in a pull request', name => {
    const values = parseInputs('action', each => (each === name ? otherText(inputs[name]) : ''))
    const step = { job: 'bench', inputs: {} }
    const held = heldInputs(values, { base: [step], proposed: [step], job: 'bench' })
    expect(held.values[name]).toEqual(inputs[name].default)
  })

  it('is the only kind that a configuration may set', () => {
    const others = all.filter(([name]) => !(decidingInputs as string[]).includes(name))
    for (const [name, input] of others)
      expect(() => parseConfig(`defaults: { ${name}: ${otherText(input)} }`, 'c.yml')).toThrow(name)
  })
})

describe('an input that a repeated comparison needs', () => {
  const side = (commit: string) => ({ revision: { commit, ref: null, dirty: false } }) as SideSummary
  const sides = { baseline: side('a'), candidate: side('b') }

  it.each(repeatedInputs)('%s is a flag of ab in the commands of the report', name => {
    const text = otherText(inputs[name])
    const values = parseInputs('action', each => (each === name ? text : ''))
    const commands = reproduceText(values, { pullRequest: null }, sides) ?? ''
    expect(commands).toContain(`--${name} ${text}`)
    expect(Object.keys(readFlags('ab', flagsOf(name, inputs[name])).given)).toEqual([name])
  })
})
