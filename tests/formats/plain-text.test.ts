import { expect, it } from '@jest/globals'
import { plainText } from '../../src/formats/plain-text.ts'

it('text that a terminal would show has neither colours nor other control sequences, and each line once', () => {
  const drawn = '\u001b[1mparse\u001b[0m: running\r\u001b[2K\u001b[38;5;10mparse\u001b[0m: 12 ms\u001b[K\r\n'
  expect(plainText(drawn)).toBe('parse: running\nparse: 12 ms\n')
})
