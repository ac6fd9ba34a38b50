// The pages that the pictures of the README and the docs show: the recorded session of the demo, rendered by the code
// as it is. Each is the same text wherever it is made, so that a test can tell when a picture is stale.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { marked } from 'marked'
import { recordedComparison } from '../src/cli/demo/recorded.ts'
import type { Comparison } from '../src/model/index.ts'
import { renderHtml } from '../src/report/html/comparison.ts'
import { reportMarkdown } from '../src/report/sections/markdown.ts'
import type { Report } from '../src/report/sections/report.ts'

/** Where the pictures are. */
export const pictures = new URL('../docs/pictures/', import.meta.url)

/** The colour schemes. Each page has a picture in both. */
export const schemes = ['light', 'dark'] as const

/**
 * A picture's page, and the width of its window; without a height all of the page is shown. The README's picture is as
 * wide as GitHub shows a comment; on a phone, where its letters would be too small, a second one takes its place.
 */
export type Pictured = { html: string; width: number; height?: number }

/** By `NAME-SCHEME` of a picture: the digest of the page that it was taken of, and that of the picture itself. */
export type Taken = Record<string, { page: string; picture: string }>

/** The SHA-256 digest of a picture, or of what it shows. */
export function digestOf(content: Pictured | Buffer): string {
  const bytes = Buffer.isBuffer(content) ? content : JSON.stringify(content)
  return createHash('sha256').update(bytes).digest('hex')
}

/** GitHub's names of its colours are in its style sheet. */
const frame = `body { margin: 0; background: var(--bgColor-default); }
.comment { border: 1px solid var(--borderColor-default); border-radius: 6px; overflow: hidden; }
.comment > header { padding: 8px 16px; background: var(--bgColor-muted); font-size: 14px;
  border-bottom: 1px solid var(--borderColor-default); }
.comment > header span { color: var(--fgColor-muted); }
.comment > div { padding: 16px; font-size: 14px; }`

/** The comment as GitHub shows it. */
export function commentPage(markdown: string): string {
  const style = readFileSync(
    createRequire(import.meta.url).resolve('github-markdown-css/github-markdown.css'),
  )
  const html = marked.parse(markdown, { gfm: true, async: false })
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>comment</title><style>${style}
${frame}</style>
<body class="markdown-body"><article class="comment">
<header><b>github-actions</b> <span>bot commented</span></header>
<div class="markdown-body">${html}</div></article></body></html>
`
}

const MOST_BYTES = 64_000

/** The report that a job posts of this comparison, of a pull request with one suite. */
const reportOf = (comparison: Comparison): Report => ({
  title: 'demo',
  sections: [{ suite: 'demo', machines: [], runs: [], comparison, problem: null }],
  policy: comparison.policy,
  problems: [],
  unmet: [],
  attemptsLost: false,
  selfReported: false,
  ofPull: true,
  into: null,
  accepted: null,
  runUrl: 'https://github.com/org/stable-bench/actions/runs/1',
  pageUrl: 'https://github.com/org/stable-bench/actions/runs/1/artifacts/1',
})

/** The pages that have pictures, by the name of the pictures. */
export function picturedPages(): Record<string, Pictured> {
  const comparison = recordedComparison(new URL('../examples/demo/recorded/', import.meta.url))
  const comment = commentPage(reportMarkdown(reportOf(comparison), MOST_BYTES))
  return {
    comment: { html: comment, width: 830 },
    'comment-phone': { html: comment, width: 390 },
    report: { html: renderHtml(comparison), width: 1180, height: 605 },
  }
}
