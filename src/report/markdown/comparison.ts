// One comparison as GitHub Markdown.
import type { Comparison } from '../../model/index.ts'
import { answer } from '../words/answer/answer.ts'
import { renderComment } from './comment.ts'
import type { Part } from './comment-rows.ts'
import { codeSpan, fullReportLink } from './escape.ts'

type MarkdownOptions = Pick<Part, 'nightly' | 'reproduce'> & {
  /** Size limit in UTF-8 bytes, 65,000 by default: GitHub refuses comments above 65,536. */
  maxBytes?: number
  /** The address of the complete report. */
  fullReport?: string | null
}

/** The comparison as GitHub Markdown of at most `maxBytes`. Throws a RangeError for a limit below SMALLEST_REPORT. */
export function renderMarkdown(comparison: Comparison, options: MarkdownOptions = {}): string {
  const { maxBytes = 65_000, fullReport, nightly, reproduce } = options
  const comment = {
    answer: answer(comparison, codeSpan),
    parts: [{ suite: '', comparison, nightly, reproduce }],
    above: [],
    suites: '',
    labelled: false,
    where: fullReportLink(fullReport),
  }
  return renderComment(comment, maxBytes)
}
