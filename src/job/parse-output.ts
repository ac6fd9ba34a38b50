// Turns the output of a run into measurements, with the parser that choose-parser.ts has chosen.
import { outputAt } from '../files/tool-output.ts'
import { checkSamples } from '../formats/check-samples.ts'
import type { Format, Parsed } from '../formats/format.ts'
import { type Output, parseOutput, textOutput } from '../formats/output.ts'
import { withoutColours } from '../formats/plain-text.ts'
import { joinParsed } from '../formats/runs/join-parsed.ts'
import { ownNames } from '../formats/tell-apart.ts'
import { notRunIn } from '../formats/unread/not-run.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import { LAYOUT } from '../measure/runs/layouts.ts'
import type { Run } from '../measure/runs/measure-runs.ts'
import type { RunOutput } from '../measure/runs/results-files.ts'
import { fullRunName, type PlannedRun, type Side } from '../measure/runs/schedule.ts'
import { PORT } from '../measure/runs/side-command.ts'
import { startsByTasks } from '../measure/runs/started-programs.ts'
import { InputError } from '../model/index.ts'
import { servedElsewhere } from '../services/elsewhere.ts'
import { serviceRows } from '../services/rows.ts'
import { hiddenFailureNote } from './doubts/unmeasured-runs.ts'
import { commandText, type MeasureRequest, ownOf } from './request/request.ts'

/** The output of a run, with a source that names the run. Throws an InputError for a file that cannot be read. */
export function outputOf(output: RunOutput, planned: PlannedRun): Output {
  const source = `${output.source} of ${fullRunName(planned)}`
  return 'path' in output ? outputAt(output.path, source) : textOutput(output.text, source)
}

/** Puts the benchmark's name in front, unless the name starts with it: `sort/64` needs no `sort/`, `64` does. */
function qualified(name: string, benchmark: string): string {
  const rest = name.slice(benchmark.length)
  const says = name.startsWith(benchmark) && !/^[\p{L}\p{N}_]/u.test(rest)
  return says ? name : `${benchmark}/${name}`
}

/** What stands for the placeholders of a run that another run has other values for. */
type OwnNumbers = { layout: number | null; port: number | null }

/** By the names that they have in all runs: a tool that names a benchmark by its command or URL names it by layout or port. */
function named(
  { samples, failures, warnings }: Parsed,
  benchmark: string | undefined,
  { layout, port }: OwnNumbers,
): Parsed {
  if (benchmark === undefined && layout === null && port === null) return { samples, failures, warnings }
  const own = (name: string) => {
    const placed = layout === null ? name : name.replaceAll(String(layout), LAYOUT)
    const plain = port === null ? placed : placed.replaceAll(`:${port}`, `:${PORT}`)
    return benchmark === undefined ? plain : qualified(plain, benchmark)
  }
  const renamed = <Each extends { name: string; printed?: string | undefined }>(each: Each) => ({
    ...each,
    name: own(each.name),
    ...(each.printed !== undefined && { printed: own(each.printed) }),
  })
  return { samples: samples.map(renamed), failures: failures.map(renamed), warnings }
}

/**
 * Throws a MeasureError where a tool that the command starts printed that it ran nothing. Who asks for the time of the process may
 * mean that of such a build.
 */
export function assertRan(
  { planned, stdout, stderr }: Pick<Run, 'planned' | 'stdout' | 'stderr'>,
  request: MeasureRequest,
): void {
  // Beside results, it tells of what was to be there before.
  const found = notRunIn(stdout.trim() === '' ? stderr : stdout)
  if (found === null || (found.isBuild && ownOf(request, planned.side).tool === 'process')) return
  if (!startsByTasks(commandText(request, planned.side))) return
  const orTime = found.isBuild ? ', or set tool to process to time just that' : ''
  throw new MeasureError(
    `${fullRunName(planned)} ran no benchmark: ${found.tool} printed that it had nothing to run, or showed the output of an earlier run; ` +
      `${found.instead}${orTime}`,
    planned.side,
  )
}

/** Turns an InputError of `parse` into a MeasureError: bad output is the command's fault, not the user's. */
export function asMeasured<Found>(side: Side, parse: () => Found): Found {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    // The message may quote the output.
    const published = `the output of the ${side} cannot be read; the log says why`
    throw new MeasureError(error.message, side, published)
  }
}

/** Parses the output of a run; nothing when processes are timed. `requests` are those that a service had. Throws a MeasureError that names the run. */
export function parseRun(
  { planned, outputs, stdout, stderr, evidence, port, course }: Omit<Run, 'perOperation'>,
  { format }: { format: Format | null },
  layout: number | null,
): Parsed {
  if (format === null) return joinParsed([])
  const where = fullRunName(planned)
  return asMeasured(planned.side, () => {
    const parts = outputs.map(output => parseOutput(outputOf(output, planned), format))
    const sources = outputs.map(output => output.source).join(', ')
    const failures = format.failuresIn?.(withoutColours(stdout)) ?? []
    const beside = { samples: [], failures, warnings: hiddenFailureNote({ stderr }) }
    const own = ownNames(joinParsed([...parts, beside]), format)
    const [ofService] = evidence
    const isServed = port !== null && ofService !== undefined
    // Requests that all failed were served by nobody.
    const served = own.failures.length > 0 ? 0 : (own.requests ?? 0)
    const elsewhere = isServed ? servedElsewhere(ofService, served) : null
    if (elsewhere !== null) throw new MeasureError(`the service of ${where} ${elsewhere}`, planned.side)
    const rows = isServed ? serviceRows(own, ofService, course) : own
    const found = named(checkSamples(rows, `${sources} of ${where}`), planned.benchmark, { layout, port })
    return isServed && own.requests !== undefined ? { ...found, requests: served } : found
  })
}

/** The reports of one run's processes, one per benchmark of a template, together. Throws as checkSamples does. */
export function joinRun(parts: Parsed[], { format }: { format: Format | null }, where: string): Parsed {
  if (format === null) return joinParsed(parts)
  return parts.length === 1 ? (parts[0] as Parsed) : checkSamples(joinParsed(parts), where)
}
