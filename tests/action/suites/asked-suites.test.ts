import { expect, it } from '@jest/globals'
import { assertOwnInputs } from '../../../src/action/suites/asked-suites.ts'
import { jobValues } from '../../inputs/job-values.ts'

it('a step either has a command of its own, with what belongs to it, or suites of the configuration', () => {
  expect(() => assertOwnInputs(jobValues({ command: './bench', setup: 'make' }))).not.toThrow()
  expect(() => assertOwnInputs(jobValues({ suite: 'parse' }))).not.toThrow()
  expect(() => assertOwnInputs(jobValues({ suite: 'parse', setup: 'make' }))).toThrow(
    "input 'setup' belongs to a command, and input 'command' is empty",
  )
  expect(() => assertOwnInputs(jobValues({ suite: 'parse', command: './bench' }))).toThrow(
    "input 'suite' names suites of the configuration, and input 'command' is another benchmark; take one of the two away",
  )
})
