// The figures of the README are of the engine as it is: it answers to a small sample as it did when they were made.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { trendAnswers, verdictAnswers } from '../bench/engine-answers.ts'

const resultsOf = (path: string) =>
  JSON.parse(readFileSync(new URL(`../bench/${path}`, import.meta.url), 'utf8'))

const [verdicts, trend] = [verdictAnswers(), trendAnswers()]

describe('the figures of the README', () => {
  it.each([
    { command: 'npm run bench:verdicts', of: resultsOf('verdicts/results.json').about, now: verdicts },
    { command: 'npm run bench:trend', of: resultsOf('trend/results.json').about, now: trend },
    { command: 'npm run bench:histories', of: resultsOf('trend/real/results.json'), now: trend },
  ])('are of an engine that answers as this one does, or else $command makes them anew', ({ of, now }) => {
    expect(of.answers).toBe(now)
  })
})
