// GNU time, -o FILE (https://www.gnu.org/software/time/), its usual form, -v and -p: one process each, in steps of 10 ms.
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { numberOf } from '../numbers.ts'
import { TO_A_FILE, truncated } from '../output-problems.ts'

const HINT = 'run it with -v -o FILE and give FILE as the results'

const VERBOSE = /^\tCommand being timed: "/m
const USUAL = /^(?<user>[\d.,]+)user (?<system>[\d.,]+)system (?<wall>[\d:.,]+)elapsed /m
const PORTABLE =
  /^real (?<wall>\d+[.,]\d\d)\r?\nuser (?<user>\d+[.,]\d\d)\r?\nsys (?<system>\d+[.,]\d\d)\r?$/m
const FORMS = [VERBOSE, USUAL, PORTABLE]

export const gnuTime: Format = {
  name: 'gnu-time',
  title: 'GNU time',
  recognises: text => FORMS.some(form => form.test(text)),
  parse,
  onStderr: `${TO_A_FILE}, or leave it out of the command: stable-bench times processes itself`,
}

type TimeReport = {
  name: string
  wall?: string
  user?: string
  system?: string
  kilobytes?: string
  failed?: string
}

/** `1:02:03` and `0:01.25` in seconds. */
const secondsIn = (text: string, where: string) =>
  text.split(':').reduce((sum, part) => sum * 60 + numberOf(part, where), 0)

function parse(text: string, source: string): Parsed {
  const reports = reportsIn(text.replaceAll('\r\n', '\n'), source)
  if (reports.length === 0) throw new InputError(`${source}: has no report of GNU time; ${HINT}`)
  const failed = reports.filter(report => report.failed !== undefined)
  return {
    samples: reports
      .filter(report => report.failed === undefined)
      .flatMap(report => samplesOf(report, source)),
    failures: failed.map(({ name, failed = '' }) => ({ name, reason: `it ${failed}` })),
    warnings: [],
  }
}

/** Only -v says which command it was. */
function reportsIn(text: string, source: string): TimeReport[] {
  const [before = '', ...verbose] = text.split(/^\tCommand being timed: "/m)
  if (verbose.length > 0) {
    // The line that says how a command failed stands before its report.
    return verbose.map((report, i) => verboseReport(report, verbose[i - 1] ?? before, source))
  }
  const failed = failureIn(text)
  const common = { name: 'command', ...(failed !== undefined && { failed }) }
  const portable = [...text.matchAll(new RegExp(PORTABLE, 'gm'))]
  if (portable.length > 0) return portable.map(({ groups }) => ({ ...common, ...groups }))
  return [...text.matchAll(new RegExp(USUAL, 'gm'))].map(({ groups, index }) => {
    const rest = /^.*\n.* (?<=\D)\d+swaps$/m.exec(text.slice(index))?.[0]
    if (rest === undefined) throw cutOff(source)
    const kilobytes = /(\d+)maxresident\)k/.exec(rest)?.[1]
    return { ...common, ...groups, ...(kilobytes !== undefined && { kilobytes }) }
  })
}

const cutOff = (source: string) => truncated(source, ': the report of GNU time breaks off')

function failureIn(text: string): string | undefined {
  const found = /^Command (exited with non-zero status \d+|terminated by signal \d+)$/m.exec(text)
  return found?.[1]?.replace('terminated', 'was terminated')
}

function verboseReport(report: string, before: string, source: string): TimeReport {
  const [, name = '', rest = ''] = /^(.*?)"\n(\tUser time .*)$/s.exec(report) ?? []
  const field = (label: string) => new RegExp(`^\\t${label}: (.+)$`, 'm').exec(rest)?.[1]
  const status = field('Exit status')
  if (status === undefined) throw cutOff(source)
  const end = before.slice(-200)
  const failed = failureIn(end) ?? (status === '0' ? undefined : `exited with non-zero status ${status}`)
  const figures = {
    wall: field(String.raw`Elapsed \(wall clock\) time \(h:mm:ss or m:ss\)`),
    user: field(String.raw`User time \(seconds\)`),
    system: field(String.raw`System time \(seconds\)`),
    kilobytes: field(String.raw`Maximum resident set size \(kbytes\)`),
    failed,
  }
  const known = Object.entries(figures).filter(([, value]) => value !== undefined)
  return { name: name.replaceAll('\n', ' '), ...Object.fromEntries(known) }
}

function samplesOf({ name, wall, user, system, kilobytes }: TimeReport, source: string): Sample[] {
  const where = `${source} ('${name}')`
  const metrics: [metric: string, unit: string, value: number | null][] = [
    ['wall-time', 's', wall === undefined ? null : secondsIn(wall, where)],
    ['user-time', 's', user === undefined ? null : numberOf(user, where)],
    ['system-time', 's', system === undefined ? null : numberOf(system, where)],
    ['peak-memory', 'KiB', kilobytes === undefined ? null : numberOf(kilobytes, where)],
  ]
  if (wall === undefined) throw new InputError(`${source}: has no elapsed time of '${name}'; ${HINT}`)
  return metrics.flatMap(([metric, unit, value]): Sample[] =>
    value === null ? [] : [{ name, metric, unit, better: 'lower', runs: [[value]] }],
  )
}
