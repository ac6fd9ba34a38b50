// The text of the sticky comment. It has an invisible marker and the run that wrote it. Then come the status of a newer
// run, where there is one, an invisible record of failures, and the report.
import { shortDigest } from '../../model/digest.ts'
import { hidden, hiddenAtStart } from './hidden-text.ts'

type CommentRun = { runId: number; sha: string }

const longestMarker = 120

/** Starts the body of the comment for `suite`; invisible when rendered. */
export function commentMarker(suite: string): string {
  const encoded = encodeURIComponent(suite.toWellFormed()).replaceAll('-', '%2D')
  const digest = shortDigest(suite, 12)
  const short = encoded.length <= longestMarker ? encoded : `${encoded.slice(0, longestMarker)}.${digest}`
  return `<!-- stable-bench: ${short} -->`
}

export type CommentReport = { markdown: string; record?: string | undefined }

/** The whole comment with a report in it, and its record where there is one. */
export function commentBody(
  suite: string,
  { runId, sha }: CommentRun,
  { markdown, record }: CommentReport,
): string {
  const kept = record === undefined ? '' : hidden(record)
  return `${commentMarker(suite)}\n<!-- run ${runId} of ${sha} -->\n${kept}${markdown}`
}

const head =
  /^(<!-- stable-bench: .* -->)\n(?:<!-- run (\d+) of ([0-9a-f]{40,64}) -->\n)?(?:<!-- status -->\n.*\n\n)?/

/** The run whose report a comment holds; null where it does not say. */
export function runOfComment(body: string): CommentRun | null {
  const [, , runId, sha] = head.exec(body) ?? []
  return runId === undefined || sha === undefined ? null : { runId: Number(runId), sha }
}

/** The record in a comment; null where there is none. It comes before any text that a benchmark can have written. */
export function recordOf(body: string): string | null {
  return hiddenAtStart(body.slice(head.exec(body)?.[0].length ?? 0))
}

/** The status above the report, and the run that it is about; null where there is none. */
export function statusOf(body: string): { text: string; runId: number } | null {
  const text = /<!-- status -->\n> (.*)\n\n$/.exec(head.exec(body)?.[0] ?? '')?.[1]
  return text === undefined ? null : { text, runId: Number(/\[run (\d+)\]/.exec(text)?.[1] ?? 0) }
}

/** The comment with `status`, one line of Markdown, above its report. It replaces an earlier status. */
export function withStatus(body: string, status: string): string {
  const [whole = '', marker = ''] = head.exec(body) ?? []
  const run = runOfComment(body)
  const runLine = run ? [`<!-- run ${run.runId} of ${run.sha} -->`] : []
  return [marker, ...runLine, '<!-- status -->', `> ${status}`, '', body.slice(whole.length)].join('\n')
}
