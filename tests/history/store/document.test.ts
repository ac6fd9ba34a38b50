import { describe, expect, it } from '@jest/globals'
import { parseTrendDocument, renderTrendDocument } from '../../../src/history/store/document.ts'
import { nightOfSession } from '../../../src/history/store/night-of.ts'
import { sessionOfNight } from '../example-history.ts'

describe('a trend document', () => {
  it('stays readable with fields that this version does not know, such as the algorithm', () => {
    const night = nightOfSession(sessionOfNight(0))
    const document = JSON.parse(renderTrendDocument(night, { series: [], disturbed: [] }))
    const older = {
      ...document,
      algorithm: 'otava',
      analysis: { ...document.analysis, algorithm: 'otava' },
    }
    expect(parseTrendDocument(JSON.stringify(older), 'trend')).toEqual(
      parseTrendDocument(JSON.stringify(document), 'trend'),
    )
  })
})
