// Why rows changed, as GitHub Markdown: three lines under the table for each benchmark that was explained.
import type { Part } from '../markdown/comment-rows.ts'
import { codeSpan, escapeMarkdown, keepPercents, link, titledList } from '../markdown/escape.ts'
import { explainedTexts, type Showing, sourceAddress } from './words.ts'

/** More would push the rest of a comment out of sight. */
const MOST_EXPLAINED = 3

/** `source` is the address of the candidate's files; null where there is none. */
const showingIn = (source: string | null): Showing => ({
  name: codeSpan,
  place: (file, line) => {
    const text = codeSpan(line === null ? file : `${file}:${line}`)
    const address = sourceAddress(source, file, line)
    return (address === null ? null : link(text, address)) ?? text
  },
  prose: escapeMarkdown,
})

/** A list of what explains each benchmark of a part of a comment; empty for none. */
export function explainedMarkdown({
  comparison,
  source = null,
}: Pick<Part, 'comparison' | 'source'>): string {
  const blocks = (comparison.explained ?? []).slice(0, MOST_EXPLAINED).map(explained => {
    const { benchmark } = explained
    const lines = explainedTexts(explained, showingIn(source))
    const what = benchmark === null ? 'Why it differs' : `Why ${codeSpan(benchmark)} differs`
    return titledList(what, lines)
  })
  return keepPercents(blocks.join('\n\n'))
}
