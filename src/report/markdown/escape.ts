// Escapes text from users and files for GitHub's Markdown. Escaping characters is not enough: GitHub finds mentions,
// issue references, links and emoji in the rendered text. It leaves only code alone, so every word that is not plain
// becomes a code span.
import { shortenMiddle, visibleText } from '../words/visible-text.ts'

/** cmark stops looking for the end of a code span whose fence is longer than 1,000: stay far below. */
const LONGEST_CODE = 200
const LONGEST_TEXT = 600

const PLAIN_WORD = /^[\p{L}\p{N}\p{M}.,;:!?%()'"’/+=±×−→–—…·°≥≤≈-]+$/u
// Links, commit ids, issue references and emoji short codes consist of plain characters too.
const LINKED = /:\/\/|www\.|mailto:|xmpp:|\bgh-\d|\b[0-9a-f]{7,64}\b|:[\w+-]+:/iu
// At the start of a block these would make a list, a heading or a rule.
const BLOCK_START = /^(?:\d{1,9}[.)]|[+=<>&-]+)$/u
const ENTITIES = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
])

/** Backticks that nothing in the text can close, at least so many. */
const fenceOf = (text: string, least: number): string =>
  '`'.repeat((text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length + 1), least))

/** The text as one code span, shortened to 200 columns. Pipes are left to `tableRow`. */
export function codeSpan(text: string): string {
  const content = shortenMiddle(visibleText(text).trim(), LONGEST_CODE)
  if (content === '') return '(empty)'
  const fence = fenceOf(content, 1)
  const space = content.startsWith('`') || content.endsWith('`') ? ' ' : ''
  return `${fence}${space}${content}${space}${fence}`
}

function escapeWord(word: string, first: boolean): string {
  const entity = first ? undefined : ENTITIES.get(word)
  if (entity !== undefined) return entity
  if (first && BLOCK_START.test(word)) return codeSpan(word)
  if (PLAIN_WORD.test(word) && !LINKED.test(word)) return word
  const [, core = word, punctuation = ''] = /^(.*?)([,.;:]*)$/u.exec(word) ?? []
  return core === '' ? codeSpan(word) : `${codeSpan(core)}${punctuation}`
}

/**
 * Untrusted text as one line of GitHub Markdown, shortened to 600 columns. It renders as that text and nothing else:
 * plain words stay as they are, and every other word is a code span. Pipes are left to `tableRow`.
 */
export function escapeMarkdown(text: string): string {
  const escaped = shortenMiddle(visibleText(text), LONGEST_TEXT)
    .split(/\s+/u)
    .filter(word => word !== '')
    .map((word, i) => escapeWord(word, i === 0))
    .join(' ')
  return keepPercents(escaped)
}

const CODE_OR_PERCENT = /(`+)(?!`).*?[^`]\1(?!`)|(?<=\d) (?=%)/gu

/** Our own Markdown with numbers that stay beside their percent signs; code stays as it is. */
export function keepPercents(markdown: string): string {
  return markdown.replace(CODE_OR_PERCENT, found => (found === ' ' ? '\u00a0' : found))
}

/** Untrusted text as a whole: plain words as they are, and one code span where any word is not plain. */
export function escapeWhole(text: string): string {
  const escaped = escapeMarkdown(text)
  return escaped.includes('`') ? codeSpan(text) : escaped
}

/** A table row of Markdown cells. GFM looks for pipes before it looks for code spans, hence escaped last. */
export function tableRow(cells: string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Markdown items as a list under a title; empty for none. */
export const titledList = (title: string, items: string[]): string =>
  items.length === 0 ? '' : [`**${title}**`, '', ...items.map(item => `- ${item}`)].join('\n')

/** Untrusted text of several lines as a fenced block that nothing inside can close. */
export function codeBlock(text: string): string {
  const content = text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(visibleText)
    .join('\n')
  const fence = fenceOf(content, 3)
  return [fence, content, fence].join('\n')
}

/** A link to an http or https address, or null for anything else. `text` is Markdown. */
export function link(text: string, address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return `[${text}](<${url.href.replace(/[<>\\]/g, encodeURIComponent)}>)`
}

/** The link to the report with everything; empty without an address. */
export function fullReportLink(address: string | null | undefined): string {
  if (address == null) return ''
  return link('Full report', address) ?? `Full report: ${codeSpan(address)}`
}
