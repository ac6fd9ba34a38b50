// Job summaries of jobs that publish no report: a leg, a branch, and a publish job without anything to report on.
import * as core from '@actions/core'
import type { Values } from '../../inputs/table.ts'
import type { Comparison, Session } from '../../model/index.ts'
import { renderMarkdown } from '../../report/markdown/comparison.ts'
import { codeBlock, escapeMarkdown } from '../../report/markdown/escape.ts'
import { renderSession } from '../../report/text/session.ts'
import { maxSummaryBytes } from './publisher.ts'

const maxSummaryLines = 5000

const summarise = (markdown: string) => core.summary.addRaw(markdown, true).write()

/** The comparison of a leg alone; the publish job decides. */
export async function showLeg({ name }: Values, comparison: Comparison): Promise<void> {
  const title = `${name}, one leg of several`
  await summarise(renderMarkdown(comparison, { maxBytes: maxSummaryBytes, title }))
}

/** The session of a branch, in log and summary. The log has the lines that a summary cannot hold. */
export async function showSession({ name }: Values, session: Session): Promise<void> {
  const text = renderSession(session)
  core.info(text)
  const lines = text.split('\n')
  const more = lines.length - maxSummaryLines
  const shown = more > 0 ? [...lines.slice(0, maxSummaryLines), `… ${more} more lines in the log`] : lines
  const heading = `### stable-bench: ${escapeMarkdown(name)} was measured`
  await summarise(`${heading}\n\n${codeBlock(shown.join('\n'))}\n`)
}

/** A publish job without a run to report on passes, and establishes nothing. */
export async function showNothing(reason: string): Promise<void> {
  core.setOutput('outcome', 'not-established')
  core.notice(`Nothing was published: ${reason}.`)
  await summarise(`Nothing was published: ${reason.replaceAll(/[<@`]/g, '')}.`)
}
