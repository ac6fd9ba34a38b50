// What is said of a profile, in all reports, and how Markdown has it: which functions take longer.
import type { Explained, ExplainedFunction, ExplainedProfile } from '../../model/index.ts'
import type { Part } from '../markdown/comment-rows.ts'
import { codeSpan, escapeMarkdown, keepPercents, link, titledList } from '../markdown/escape.ts'
import { counted } from '../words/numbers.ts'
import { shortenMiddle, visibleText } from '../words/visible-text.ts'
import { kindText } from './kind.ts'

const MOST_NAMED = 4
const LONGEST_NAME = 60

/** A share of the baseline's total in points: `+4.1`. */
export function points(share: number): string {
  const text = Math.abs(share * 100).toFixed(1)
  return `${Number(text) === 0 ? '±' : share > 0 ? '+' : '−'}${text}`
}

/** A function's name as it is shown: on one line, visible, and not too long. */
export const shownName = (name: string): string => shortenMiddle(visibleText(name), LONGEST_NAME)

/** How machine code differs, in words after the name of a function. */
const CODES: Record<NonNullable<ExplainedFunction['code']>, string> = {
  same: 'the same machine code',
  changed: 'other machine code',
  new: 'new',
  gone: 'gone',
}

/** How a report shows the name of a function and its place, and what is said besides. */
export type Showing = {
  name: (name: string) => string
  place: (file: string, line: number | null) => string
  prose: (text: string) => string
}

/** The name without its file, where the place says that better. */
export const withoutFile = ({ name, file }: Pick<ExplainedFunction, 'name' | 'file'>): string =>
  file === null ? name : name.replace(` (${file.slice(file.lastIndexOf('/') + 1)})`, '')

function functionText(each: ExplainedFunction, total: string, show: Showing): string {
  const { gain, file, line, code } = each
  const notes = [code === undefined ? '' : CODES[code], file === null ? '' : show.place(file, line)]
  const said = notes.filter(Boolean).join(', ')
  return `${show.name(shownName(withoutFile(each)))} ${points(gain)}${total}${said && ` (${said})`}`
}

/** `parse_number +4.1 of +5.1 points; memchr +0.9; everything else unchanged`. */
function functionsText({ functions, total, rest }: ExplainedProfile, show: Showing): string {
  const named = functions.filter(each => each.named)
  const of = `of ${points(total.change)} points`
  if (named.length === 0) {
    return rest.changed
      ? `${points(rest.change)} points, spread over functions of which none differs beyond the noise of the profile`
      : 'no function differs beyond the noise of the profile'
  }
  const texts = named.slice(0, MOST_NAMED).map((each, i) => functionText(each, i === 0 ? ` ${of}` : '', show))
  const more = named.length - texts.length
  return [
    ...texts,
    ...(more > 0 ? [counted(more, 'more function')] : []),
    rest.changed ? `everything else ${points(rest.change)}` : 'everything else unchanged',
  ].join('; ')
}

/** Above this share, what has no name may be what changed. */
const MUCH_UNKNOWN = 0.2

/** What the profile rests on, and what it does not see. */
function profileNote({ profiler, runs, samples, unknown, perOperation }: ExplainedProfile): string {
  const all = samples.baseline + samples.candidate
  const nameless = `${Math.round(unknown * 100)} % of the time is in code without names`
  return [
    `${visibleText(profiler)}, ${runs.baseline} + ${counted(runs.candidate, 'run')}, ${counted(all, 'sample')}`,
    ...(perOperation ? ['time of an operation, since the runs take a fixed time'] : []),
    ...(unknown > MUCH_UNKNOWN ? [`${nameless}: build with symbols and do not strip them`] : []),
  ].join('; ')
}

/** The sentences about one benchmark, each with its label: the kind, the functions, what they rest on. */
export function explainedTexts(explained: Explained, show: Showing): string[] {
  const { counted: figures, profile, missing } = explained
  return [
    ...(figures.length === 0 && missing !== null ? [] : [show.prose(kindText(figures))]),
    ...(profile === null ? [] : [functionsText(profile, show), show.prose(profileNote(profile))]),
    ...(missing === null ? [] : [show.prose(`no profile: ${missing}`)]),
  ]
}

/** What is explained, as a label: the benchmark, or the whole command. */
export const explainedName = ({ benchmark }: Explained): string =>
  benchmark === null ? 'the command' : visibleText(benchmark)

export const plainShowing: Showing = {
  name: name => name,
  place: (file, line) => visibleText(line === null ? file : `${file}:${line}`),
  prose: visibleText,
}

/** The address of a line below `source`, the address of a commit's files; null without that, or where the path leads elsewhere. */
export function sourceAddress(source: string | null, file: string, line: number | null): string | null {
  const parts = file.toWellFormed().split('/')
  if (source === null || parts.some(part => ['', '.', '..'].includes(part))) return null
  return `${source}/${parts.map(encodeURIComponent).join('/')}${line === null ? '' : `#L${line}`}`
}

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
