import { expect, it } from '@jest/globals'
import { hiddenText } from '../../../../src/report/markdown/table.ts'
import { rowNotes } from '../../../../src/report/words/rows/row.ts'
import { formatShare } from '../../../../src/units.ts'
import { bareRow } from '../../example-rows.ts'

const open = (detectable: number) => bareRow('parse', 'inconclusive', { detectable })

it('a row says how large a change may have gone unseen', () => {
  expect(rowNotes(open(0.112))).toEqual(['changes under 11 % may have gone unseen'])
  expect(hiddenText([open(0.112)])).toBe('a change under 11 % could hide there')
})

it('where one of several rows does not say what it may hide, no size is named for all of them', () => {
  const untold = bareRow('parse', 'inconclusive', { detectable: null })
  expect(hiddenText([open(0.05), untold])).toBe('')
  expect(hiddenText([])).toBe('')
})

it('where a row sees nothing, no number of many digits stands for that', () => {
  expect(rowNotes(open(3e48))).toEqual(['even a tenfold change may have gone unseen'])
  expect(hiddenText([open(0.1), open(3e48)])).toBe('even a tenfold change could hide there')
})

it('a share has no exponent', () => {
  expect(formatShare(3e48, 2)).toBe('over 1,000,000 %')
  expect(formatShare(99)).toBe('9900 %')
})
