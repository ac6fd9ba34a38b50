import { expect, it } from '@jest/globals'
import { warningOf } from '../../src/formats/format.ts'

it('a warning that names things is there also where the only name is an empty text', () => {
  expect(warningOf('left-out', 'left out:', [''])).toHaveLength(1)
  expect(warningOf('left-out', 'left out:', new Set<string>())).toEqual([])
})
