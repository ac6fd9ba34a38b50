import { expect, test } from '@jest/globals'
import { withRegion } from '../../bench/page-region.ts'

const page = 'a\n<!-- one -->\nold\n<!-- /one -->\nb\n<!-- two -->\n<!-- /two -->\nc\n'

test('a place of a page gets the text as a paragraph of its own, and nothing else changes', () => {
  const filled = withRegion(page, 'two', 'costs $1\n')
  expect(filled).toBe(
    'a\n<!-- one -->\nold\n<!-- /one -->\nb\n<!-- two -->\n\ncosts $1\n\n<!-- /two -->\nc\n',
  )
  expect(withRegion(filled, 'two', 'costs $1')).toBe(filled)
})

test('a page without the place is refused', () => {
  expect(() => withRegion(page, 'three', '')).toThrow('no place <!-- three -->')
})
