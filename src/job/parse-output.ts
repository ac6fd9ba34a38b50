// Turns the output of a run into measurements. The parser is chosen once, from the first run.
import { outputAt } from '../files/tool-output.ts'
import { checkSamples } from '../formats/check-samples.ts'
import type { Format, Parsed } from '../formats/format.ts'
import { askedFormat } from '../formats/index.ts'
import { type Output, parseOutput, recogniseOutput, textOutput } from '../formats/output.ts'
import type { Pattern } from '../formats/pattern/read.ts'
import { findOnStderr, findUnread, unreadText } from '../formats/recognise.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import type { Run } from '../measure/runs/measure-runs.ts'
import type { RunOutput } from '../measure/runs/results-files.ts'
import { fullRunName, type PlannedRun, type Side } from '../measure/runs/schedule.ts'
import { InputError, type Warning } from '../model/index.ts'

/**
 * `format` is null when the processes themselves are timed; `warning` is set when nobody asked for that. `side` is the
 * side whose run decided.
 */
export type Parser = { name: string; side: Side; format: Format | null; warning?: Warning }

const NOT_RECOGNISED: Warning = {
  code: 'output-not-recognised',
  message:
    'whole processes are timed, since the output is not in a known benchmark format; ' +
    'if that is intended, set tool to process',
}

/** The output of a run, with a source that names the run. Throws an InputError for a file that cannot be read. */
function outputOf(output: RunOutput, planned: PlannedRun): Output {
  const source = `${output.source} of ${fullRunName(planned)}`
  return 'path' in output ? outputAt(output.path, source) : textOutput(output.text, source)
}

/** Throws a MeasureError for the output of a benchmark tool that cannot be read: its processes must not be timed. */
function refuseUnread(
  { planned, stderr }: Pick<Run, 'planned' | 'stderr'>,
  outputs: Output[],
  inFiles: boolean,
): void {
  for (const { source, found } of [
    ...outputs.map(({ source, ends }) => ({ source, found: findUnread(ends) })),
    { source: `the standard error of ${fullRunName(planned)}`, found: findOnStderr(stderr) },
  ]) {
    if (found === null) continue
    const otherwise = inFiles ? '' : '; or set tool to process to time whole processes'
    const message = `${source} ${unreadText(found)}${otherwise}`
    throw new MeasureError(message, planned.side)
  }
}

type AskedOutput = { tool: string; pattern?: Pattern; results: string | null }

/**
 * Chooses once, by the output of the first run. A benchmark that prints nothing later is an error. Throws a
 * MeasureError when the run wrote results files in no known format, or a benchmark tool printed output that cannot be
 * read.
 */
export function chooseParser(
  run: Pick<Run, 'planned' | 'outputs' | 'stderr'>,
  { tool, pattern, results }: AskedOutput,
): Parser {
  const { planned, outputs } = run
  const { side } = planned
  if (tool === 'process') return { name: tool, side, format: null }
  const asked = askedFormat({ tool, ...(pattern && { pattern }) })
  if (asked !== null) return { name: asked.name, side, format: asked }
  return asMeasured(side, () => {
    const all = outputs.map(output => outputOf(output, planned))
    const [first] = all
    const format = first ? recogniseOutput(first) : null
    if (format !== null) return { name: format.name, side, format }
    refuseUnread(run, all, results !== null)
    if (results) {
      const message = `${first?.source}: is in no known format; say which (input tool, flag --tool)`
      throw new MeasureError(message, side)
    }
    const isSilent = (first?.ends ?? '').trim() === ''
    return { name: 'process', side, format, ...(isSilent ? {} : { warning: NOT_RECOGNISED }) }
  })
}

/**
 * Throws a MeasureError where the first run of one side printed results and that of the other side did not. The results
 * of one side must not be dropped because the other has none. Either side may run first.
 */
export function assertBothPrintResults(
  run: Pick<Run, 'planned' | 'outputs' | 'stderr'>,
  chosen: Parser,
  request: AskedOutput,
): void {
  if (
    request.tool !== 'auto' ||
    request.pattern ||
    run.planned.number > 0 ||
    run.planned.side === chosen.side
  )
    return
  const own = chooseParser(run, request)
  if ((own.format === null) === (chosen.format === null)) return
  const [printing, silent] = own.format === null ? [chosen, own] : [own, chosen]
  throw new MeasureError(
    `the first run of the ${printing.side} printed results (${printing.name}), and the first run of the ` +
      `${silent.side} printed none; let both print one format, or set tool to process to time the processes`,
    silent.side,
  )
}

const joined = (parts: Parsed[]): Parsed => ({
  samples: parts.flatMap(part => part.samples),
  failures: parts.flatMap(part => part.failures),
  warnings: parts.flatMap(part => part.warnings),
})

/** Puts the benchmark's name in front, unless the name starts with it: `sort/64` needs no `sort/`, `64` does. */
function qualified(name: string, benchmark: string): string {
  const rest = name.slice(benchmark.length)
  const says = name.startsWith(benchmark) && !/^[\p{L}\p{N}_]/u.test(rest)
  return says ? name : `${benchmark}/${name}`
}

function named({ samples, failures, warnings }: Parsed, benchmark: string | undefined): Parsed {
  if (benchmark === undefined) return { samples, failures, warnings }
  const renamed = <Each extends { name: string }>(each: Each) => ({
    ...each,
    name: qualified(each.name, benchmark),
  })
  return { samples: samples.map(renamed), failures: failures.map(renamed), warnings }
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

/** Parses the output of a run; nothing when processes are timed. Throws a MeasureError that names the run. */
export function parseRun({ planned, outputs }: Run, { format }: Parser): Parsed {
  if (format === null) return joined([])
  const where = fullRunName(planned)
  return asMeasured(planned.side, () => {
    const parts = outputs.map(output => parseOutput(outputOf(output, planned), format))
    const sources = outputs.map(output => output.source).join(', ')
    return named(checkSamples(joined(parts), `${sources} of ${where}`), planned.benchmark)
  })
}

/** The reports of one run's processes, one per benchmark of a template, together. Throws as checkSamples does. */
export function joinRun(parts: Parsed[], { format }: Parser, where: string): Parsed {
  if (format === null) return joined(parts)
  return parts.length === 1 ? (parts[0] as Parsed) : checkSamples(joined(parts), where)
}
