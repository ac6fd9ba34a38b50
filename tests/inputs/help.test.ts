import { describe, expect, it } from '@jest/globals'
import { commandNames, renderCommandHelp, renderHelp } from '../../src/inputs/help.ts'

describe('--help', () => {
  it('fits into 100 columns', () => {
    const lines = [renderHelp(), ...commandNames.map(renderCommandHelp)].join('').split('\n')
    const choices = /^ {2}--[a-z-]+ /
    expect(lines.filter(line => line.length > 100 && !choices.test(line))).toEqual([])
  })
})
