import { describe, expect, it } from '@jest/globals'
import type { BudgetResult } from '../../../src/model/index.ts'
import { renderHtml } from '../../../src/report/html/comparison.ts'
import { renderMarkdown } from '../../../src/report/markdown/comparison.ts'
import { renderText } from '../../../src/report/text/comparison.ts'
import { budgetTexts } from '../../../src/report/words/budgets.ts'
import { comparison } from '../example-comparison.ts'

const limit = { benchmark: 'http', metric: 'p99', unit: 'ns', atMost: true, limit: 5e6, reason: null }
const budgets: BudgetResult[] = [
  { ...limit, benchmark: 'grpc', value: 4e6, interval: [3.9e6, 4.1e6], verdict: 'within' },
  { ...limit, benchmark: 'rest', value: 4.7e6, interval: [4.6e6, 4.8e6], verdict: 'near' },
  { ...limit, value: 5.31e6, interval: [5.22e6, 5.4e6], verdict: 'over' },
  { ...limit, benchmark: 'a|<b>', value: null, interval: null, verdict: 'unknown', reason: 'not measured' },
]

describe('budgets in a report', () => {
  it('come with value, interval, limit and verdict, the broken ones first', () => {
    expect(budgetTexts(budgets)).toEqual([
      'p99 of http: 5.31 ms (5.22 ms to 5.4 ms), at most 5 ms: over budget',
      'p99 of rest: 4.7 ms (4.6 ms to 4.8 ms), at most 5 ms: kept, and close to the limit (94 % of it)',
      'p99 of a|<b>: at most 5 ms: not known (not measured)',
      'p99 of grpc: 4 ms (3.9 ms to 4.1 ms), at most 5 ms: within',
    ])
  })

  it('stand in every form of it, and make the headline when nothing else broke', () => {
    const broken = comparison([], { outcome: 'regression', explanation: 'over budget: http', budgets })
    expect(renderText(broken, { colour: false })).toMatch(
      /budget {5}p99 of http: 5\.31 ms[\s\S]*✗ http is over its budget\nThis fails the check\. Do not release/,
    )
    expect(renderMarkdown(broken)).toMatch(
      /### 🔴 `http` is over its budget\n\n\*\*Budgets\*\*\n\n- p99 of `http`: 5[\s\S]*<details>[\s\S]*\*\*Budgets\*\*\n\n- p99 of `rest`/,
    )
    expect(renderMarkdown(broken)).toMatch(/p99 of `a\|<b>`/)
    expect(renderHtml(broken)).toMatch(/<h2>4 budgets<\/h2>/)
    expect(renderHtml(broken)).not.toMatch(/a\|<b>/)
  })
})
