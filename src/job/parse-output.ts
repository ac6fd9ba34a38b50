// From what one run printed to measurements: the parser is chosen once, the benchmarks of a template get their names.
import { checkSamples } from '../formats/check-samples.ts'
import type { Format, Parsed } from '../formats/format.ts'
import { formatNamed, recogniseFormat } from '../formats/index.ts'
import { findOnStderr, findUnread } from '../formats/unread/find.ts'
import { nameOf } from '../measure/process/run-process.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import type { Run } from '../measure/runs/measure-runs.ts'
import type { Side, Step } from '../measure/runs/schedule.ts'
import { InputError, type Warning } from '../model/index.ts'

/** `format` is null where the processes themselves are timed, with a `warning` where nobody has said that they should be. */
export type Parser = { name: string; format: Format | null; warning?: Warning }

const NOT_RECOGNISED: Warning = {
  code: 'output-not-recognised',
  message:
    'whole processes are timed: the output was not recognised as any benchmark results; ' +
    "choose 'process' as tool if this is meant",
}

/** Throws a MeasureError where a benchmark tool has printed what is not read: its processes must not be timed instead. */
function refuseUnread(
  { step, outputs, stderr }: Pick<Run, 'step' | 'outputs' | 'stderr'>,
  inFiles: boolean,
): void {
  for (const { source, found } of [
    ...outputs.map(output => ({ source: output.source, found: findUnread(output.text) })),
    { source: 'the standard error', found: findOnStderr(stderr) },
  ]) {
    if (found === null) continue
    const otherwise = inFiles ? '' : ", or choose 'process' as tool to time whole processes on purpose"
    const message = `cannot read ${source} of ${whereOf(step)}, which looks like that of ${found.tool}`
    throw new MeasureError(`${message}: ${found.instead}${otherwise}`, step.side)
  }
}

/**
 * Decided once, by the first run's output: a benchmark that falls silent later is an error, not another tool. Throws a
 * MeasureError where that run wrote results files in no known format, or a benchmark tool printed what is not read.
 */
export function chooseParser(
  run: Pick<Run, 'step' | 'outputs' | 'stderr'>,
  { tool, results }: { tool: string; results: string | null },
): Parser {
  if (tool === 'process') return { name: tool, format: null }
  if (tool !== 'auto') return { name: tool, format: formatNamed(tool) }
  const { step, outputs } = run
  const text = outputs[0]?.text ?? ''
  const format = recogniseFormat(text)
  if (format !== null) return { name: format.name, format }
  refuseUnread(run, results !== null)
  if (results) {
    const message = `${outputs[0]?.source} of ${whereOf(step)}: is in no known format; say which with --tool`
    throw new MeasureError(message, step.side)
  }
  return { name: 'process', format, ...(text.trim() === '' ? {} : { warning: NOT_RECOGNISED }) }
}

/**
 * Throws a MeasureError for `first`, the side that was run first, where its output was not recognised and that of `run`
 * is: the results of one side must not be dropped because the other has none.
 */
export function assertBothPrintResults(
  run: Pick<Run, 'step' | 'outputs' | 'stderr'>,
  { chosen, first }: { chosen: Parser; first: Side },
  request: { tool: string; results: string | null },
): void {
  if (request.tool !== 'auto' || chosen.format !== null || run.step.number > 0) return
  const { name, format } = chooseParser(run, request)
  if (format === null) return
  const message = `${whereOf(run.step)} printed results that are recognised (${name}), the first run of the ${first} none`
  throw new MeasureError(
    `${message}; let both print results in one format, or choose 'process' as tool to time the processes`,
    first,
  )
}

const joined = (parts: Parsed[]): Parsed => ({
  samples: parts.flatMap(part => part.samples),
  failures: parts.flatMap(part => part.failures),
  warnings: parts.flatMap(part => part.warnings),
})

/** `sort/64` of the benchmark `sort` says enough already; `64` does not. */
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

/** What a command reports is its part of measuring: the flags were good. Turns an InputError into a MeasureError. */
export function asMeasured<Found>(side: Side, parse: () => Found): Found {
  try {
    return parse()
  } catch (error) {
    if (error instanceof InputError) throw new MeasureError(error.message, side)
    throw error
  }
}

function whereOf(step: Step): string {
  const of = step.benchmark === undefined ? '' : ` of ${step.benchmark}`
  return `${nameOf(step)}${of} of the ${step.side}`
}

/** What a run reported. Throws a MeasureError that names the run; timed processes report nothing here. */
export function parseRun({ step, outputs }: Run, { format }: Parser): Parsed {
  if (format === null) return joined([])
  const where = whereOf(step)
  return asMeasured(step.side, () => {
    const parts = outputs.map(({ source, text }) => format.parse(text, `${source} of ${where}`))
    const sources = outputs.map(output => output.source).join(', ')
    return named(checkSamples(joined(parts), `${sources} of ${where}`), step.benchmark)
  })
}

/** What the processes of one run, one per benchmark of a template, reported together. Throws as checkSamples does. */
export function joinRun(parts: Parsed[], { format }: Parser, where: string): Parsed {
  if (format === null) return joined([])
  return parts.length === 1 ? (parts[0] as Parsed) : checkSamples(joined(parts), where)
}
