// `stable-bench trend`: lists the changes over the nights of a history, from files.
import { assertWritable, isStandardOutput, writeWhole } from '../files/write.ts'
import { analyseTrend, tooFewNights } from '../history/analyse/analyse-trend.ts'
import { smallestSteps } from '../history/analyse/smallest-step.ts'
import { renderTrendDocument } from '../history/store/document.ts'
import { type ReadHistories, readHistories } from '../history/store/read.ts'
import type { ValuesOf } from '../inputs/values.ts'
import { InputError, type TrendHistory } from '../model/index.ts'
import { counted } from '../phrases.ts'
import { exitCodes } from '../policy/exit-codes.ts'
import { renderChanges } from '../report/text/changes.ts'
import { renderTrendHtml } from '../report/trend/page/html.ts'
import type { Since } from '../report/trend/since.ts'
import { assertPaths, type Flags } from './flags.ts'
import { printText, say } from './print.ts'
import { terminalWidth } from './reports.ts'

function chosen(suite: string, { histories, skipped }: ReadHistories, words: string[]): TrendHistory {
  const names = [...histories.keys()]
  const name = suite === '' && names.length === 1 ? names[0] : suite
  const history = histories.get(name ?? '')
  if (history) return history
  if (names.length === 0) {
    const others = skipped.length === 0 ? '' : `; not one of these is: ${skipped.slice(0, 5).join(', ')}`
    throw new InputError(
      `trend: there is no trend document and no result document in ${words.join(', ')}${others}`,
    )
  }
  const which = suite === '' ? 'choose one with --suite' : `there is no ${suite}`
  throw new InputError(`trend: the files are of the suites ${names.join(', ')}; ${which}`)
}

/** From where on changes are listed. Throws an InputError for a text that is no number of nights or days, no day and no tag. */
function sinceOf(since: string, { nights }: TrendHistory): Since {
  const lastNights = /^([1-9]\d{0,4})n$/.exec(since)?.[1]
  if (lastNights !== undefined) return Number(lastNights)
  const days = /^(\d{1,5})d$/.exec(since)?.[1]
  if (days !== undefined) {
    const last = Date.parse(nights.at(-1)?.date ?? '') || 0
    return new Date(Math.max(0, last - Number(days) * 24 * 3600_000)).toISOString()
  }
  const day = /^\d{4}-\d\d-\d\d$/.test(since) ? new Date(since) : null
  // JavaScript reads 30 February as 2 March.
  if (day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(since)) return day.toISOString()
  const tagged = nights.find(({ tags }) => tags.includes(since))
  if (tagged) return tagged.date
  throw new InputError(
    `--since must be nights such as 30n, days such as 30d, a day such as 2026-11-20, or a tag of a night, got '${since}'`,
  )
}

/** Whether the page or the document takes the standard output. Throws an InputError where both do, and for a file that cannot be written. */
function assertPlaces(values: ValuesOf<'trend'>): boolean {
  const flags = (['html', 'json'] as const).filter(flag => values[flag] !== '')
  for (const flag of flags) assertWritable(values[flag], `--${flag}`)
  const piped = flags.filter(flag => isStandardOutput(values[flag]))
  if (piped.length < 2) return piped.length > 0
  throw new InputError(
    'trend: --html and --json are both to go to the standard output, which takes one of them; name a file for the other',
  )
}

/** Returns the exit code: 0 whatever was found. Where a page or a document takes the standard output, the changes go to the standard error. */
export async function trendCommand({ values, words }: Flags<'trend'>): Promise<number> {
  assertPaths('trend', words, 'DIR')
  const isPiped = assertPlaces(values)
  const read = readHistories(words)
  const history = chosen(values['trend-suite'], read, words)
  const since = sinceOf(values.since, history)
  const { analysis } = analyseTrend(history)
  const tooFew = tooFewNights(history, analysis)
  const smallest = smallestSteps(history, analysis)
  const text = renderChanges(history, analysis, { since, tooFew, smallest, ...terminalWidth() })
  if (isPiped) say(values, text.trimEnd())
  else printText(text)
  if (values.html !== '') writeWhole(values.html, renderTrendHtml(history, analysis, { tooFew, smallest }))
  if (values.json !== '') writeWhole(values.json, renderTrendDocument(history, analysis))
  const { length: skipped } = read.skipped
  const are =
    skipped === 1 ? 'is neither a trend nor a result document' : 'are neither trend nor result documents'
  if (skipped > 0) say(values, `skipped ${counted(skipped, 'file')} that ${are}`)
  return exitCodes.pass
}
