import { describe, expect, it } from '@jest/globals'
import { commandNames, renderCommandHelp, renderHelp } from '../../src/inputs/help.ts'
import { inputs, inputsOf } from '../../src/inputs/table.ts'

describe('--help', () => {
  it('fits into 100 columns', () => {
    const lines = [renderHelp(), ...commandNames.map(renderCommandHelp)].join('').split('\n')
    const choices = /^ {2}--[a-z-]+ /
    expect(lines.filter(line => line.length > 100 && !choices.test(line))).toEqual([])
  })
})

describe('the inputs', () => {
  it('each belong to at least one command and say what they are for in a sentence', () => {
    for (const input of Object.values(inputs)) {
      expect(input.commands.length).toBeGreaterThan(0)
      expect(input.help).toMatch(/^[\w±-].*\.$/)
    }
  })

  it('have defaults that are valid themselves', () => {
    for (const input of Object.values(inputs)) {
      if (input.type === 'choice') expect(input.choices).toContain(input.default)
      if (input.type === 'integer' || input.type === 'fraction') {
        expect(input.default).toBeGreaterThanOrEqual(input.min)
        expect(input.default).toBeLessThanOrEqual(input.max)
      }
    }
    expect(inputsOf('action').length).toBeGreaterThan(10)
  })
})
