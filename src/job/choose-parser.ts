// Chooses what the measurements of a job are, from its first run: what a format reads in the output, or the times of the
// processes. Whoever sees those must know whether they stand for what the command measures, so this also decides that.

import type { Format } from '../formats/format.ts'
import { askedFormat } from '../formats/index.ts'
import { type Output, recogniseOutput } from '../formats/output.ts'
import { findOnStderr, findUnread, unreadText } from '../formats/recognise.ts'
import { measuredValue } from '../formats/unread/measured-values.ts'
import { unknownText } from '../formats/unread/unknown-output.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import type { Run } from '../measure/runs/measure-runs.ts'
import { fullRunName, otherSide, type Side } from '../measure/runs/schedule.ts'
import type { UnreadOutput, Warning } from '../model/index.ts'
import { OR_PROCESSES, refuseHiddenFailure, refuseUnmeasured } from './doubts/unmeasured-runs.ts'
import { asMeasured, outputOf } from './parse-output.ts'
import { commandText, type MeasureRequest, ownOf } from './request/request.ts'

/**
 * `format` is null when processes are timed; `warning` says that nobody asked for that, `unreadOutput` that their times stand for
 * nothing. The run of `side` decided.
 */
export type Parser = {
  name: string
  side: Side
  format: Format | null
  warning?: Warning
  unreadOutput?: UnreadOutput
}

type AskedOutput = Pick<MeasureRequest, 'tool' | 'pattern' | 'results' | 'commands' | 'published'>
type FirstRun = Pick<Run, 'planned' | 'outputs' | 'stderr' | 'port'>

const LINES =
  'set tool to process to compare the time of the process, or set pattern to say where the results are'

const timed = (message: string): Warning => ({ code: 'output-not-recognised', message })

const ORDINARY = timed(
  'whole processes are timed, since the output is not in a known benchmark format; ' +
    'if that is intended, set tool to process',
)

/** Everyone may read the results of a job, so its output is not quoted. */
const measuresItself = (value: string | null): Warning =>
  timed(
    `only whole processes were timed: the output${value === null ? '' : `, such as '${value}',`} shows measured values ` +
      `in no known benchmark format, and nothing read them; ${LINES}`,
  )

const NOT_ASKED = timed(
  `only whole processes were timed: the output is not in a known benchmark format, and nothing read it; ${LINES}`,
)

/** Throws a MeasureError for the output of a benchmark tool that cannot be read: its processes must not be timed. */
function refuseUnread({ planned, stderr }: FirstRun, outputs: Output[], inFiles: boolean): void {
  for (const { source, found } of [
    ...outputs.map(({ source, ends }) => ({ source, found: findUnread(ends) })),
    { source: `the standard error of ${fullRunName(planned)}`, found: findOnStderr(stderr) },
  ]) {
    if (found === null) continue
    const otherwise = inFiles ? '' : `; ${OR_PROCESSES}`
    throw new MeasureError(`${source} ${unreadText(found)}${otherwise}`, planned.side)
  }
}

/** Throws a MeasureError where the files of a run are of two formats: only those of one could be read. */
function onlyFormat(outputs: Output[], side: Side): Format | null {
  const found = outputs.map(output => ({ source: output.source, format: recogniseOutput(output) }))
  const [first] = found
  const other = found.find(({ format }) => format !== null && first?.format && format !== first.format)
  if (!first || !other) return first?.format ?? null
  throw new MeasureError(
    `${first.source} is of ${first.format?.title}, and ${other.source} of ${other.format?.title}; ` +
      'set results to the files of one tool, or measure them as two suites',
    side,
  )
}

/** The processes are timed, and nobody asked for that: what it says depends on what they print. */
function timedProcesses(run: FirstRun, outputs: Output[], request: AskedOutput): Parser {
  const parser: Parser = { name: 'process', side: run.planned.side, format: null }
  // With `{n}` the user has said that processes are timed: nothing is kept of what they print.
  if (outputs.length === 0) return parser
  const text = outputs[0]?.ends ?? ''
  const isSilent = text.trim() === ''
  const { planned } = run
  refuseUnmeasured(run, commandText(request, planned.side), isSilent)
  refuseHiddenFailure(run, text)
  if (isSilent) return parser
  const value = measuredValue(text)
  const isJob = request.published !== null
  if (value !== null)
    return { ...parser, warning: measuresItself(isJob ? null : value), unreadOutput: 'measured-values' }
  return isJob ? { ...parser, warning: NOT_ASKED, unreadOutput: 'other' } : { ...parser, warning: ORDINARY }
}

/**
 * Chooses by the output of the first run. Throws a MeasureError when results files are in no known format, or output of a benchmark
 * tool cannot be read.
 */
export function chooseParser(run: FirstRun, request: AskedOutput): Parser {
  const { planned } = run
  const { tool, pattern, results } = request
  const { side } = planned
  if (tool === 'process') return { name: tool, side, format: null }
  const asked = askedFormat({ tool, ...(pattern && { pattern }) })
  if (asked !== null) return { name: asked.name, side, format: asked }
  return asMeasured(side, () => {
    const all = run.outputs.map(output => outputOf(output, planned))
    const format = onlyFormat(all, side)
    if (format !== null) return { name: format.name, side, format }
    refuseUnread(run, all, results !== null)
    if (results) {
      const [first] = all
      const published = `${first?.source}: is in no known format; say which (input tool, flag --tool)`
      throw new MeasureError(`${first?.source}: ${unknownText(first?.text() ?? '')}`, side, published)
    }
    return timedProcesses(run, all, request)
  })
}

const BOTH = 'let both print one format, or set tool to process to time the processes'

/**
 * The parser of a job after this run; `chosen` is the one before, null for the first. The first run of the other side counts as
 * well, whichever is first, and that of each benchmark of a template: it may print what the first one does not. Throws a
 * MeasureError where only some printed results, since these must not be dropped because others have none.
 */
export function parserAfter(run: FirstRun, chosen: Parser | null, request: AskedOutput): Parser {
  if (chosen === null) return chooseParser(run, request)
  const { number, side, benchmark } = run.planned
  const isSameSide = side === chosen.side
  const isDecided = isSameSide && (benchmark === undefined || chosen.format !== null)
  if (request.tool !== 'auto' || request.pattern || number > 0 || isDecided) return chosen
  const own = chooseParser(run, request)
  if (own.format === null && chosen.format === null)
    return chosen.unreadOutput ? chosen : { ...chosen, ...doubtOf(own) }
  if (own.format !== null && chosen.format !== null) return chosen
  const [printing, silent] = own.format === null ? [chosen, own] : [own, chosen]
  const who = isSameSide
    ? `${fullRunName(run.planned)} printed results (${own.name}), and the runs before it printed none`
    : `the first run of the ${printing.side} printed results (${printing.name}), and the first run of the ` +
      `${silent.side} printed none`
  throw new MeasureError(`${who}; ${BOTH}`, silent.side)
}

/** The parsers of both sides after this run. Sides with one tool have one parser; with different ones, each is read by its own. */
export function parsersAfter(
  run: FirstRun,
  parsers: Record<Side, Parser | null>,
  request: MeasureRequest,
): Record<Side, Parser | null> {
  const { side } = run.planned
  const { tool } = ownOf(request, side)
  const parser = parserAfter(run, parsers[side], { ...request, tool })
  const isShared = tool === ownOf(request, otherSide(side)).tool
  return isShared ? { baseline: parser, candidate: parser } : { ...parsers, [side]: parser }
}

const doubtOf = ({ warning, unreadOutput }: Parser): Partial<Parser> => ({
  ...(warning && { warning }),
  ...(unreadOutput && { unreadOutput }),
})
