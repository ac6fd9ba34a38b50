// `stable-bench bisect`: which commit of a range changed a benchmark, found by measuring some of them.
import { resolve } from 'node:path'
import { bisectRange, keptOf } from '../../bisect/measure/bisect-range.ts'
import { keepWarnings, samePlan } from '../../bisect/measure/bisecting.ts'
import { doubtsOf } from '../../bisect/measure/doubts.ts'
import { removeKept } from '../../bisect/measure/kept.ts'
import { assertWritable } from '../../files/write.ts'
import { adviceInFlags } from '../../inputs/flag-words.ts'
import { assertLinux } from '../../job/platform.ts'
import { requestOf } from '../../job/request/request.ts'
import { type KnownRange, readRange } from '../../measure/checkout/commit-range.ts'
import { Stopped } from '../../measure/runs/errors.ts'
import type { Bisection } from '../../model/index.ts'
import { shellWord } from '../../phrases.ts'
import { exitCodes } from '../../policy/exit-codes.ts'
import { bisectionAnswer, bisectionJson, bisectionMarkdown, bisectionText } from '../../report/bisection.ts'
import type { Flags } from '../flags.ts'
import { policyOf } from '../policy.ts'
import { isPrinted, put, say } from '../print.ts'
import { assertCommand, assertNoSuites } from '../suites/source.ts'
import { type AskedHere, askedSuite } from './suite.ts'

/** Prints the report, or writes it to --out. */
function emit(bisection: Bisection, values: Flags<'bisect'>['values']): void {
  const { 'bisect-output': form, out } = values
  const report = { text: bisectionText, markdown: bisectionMarkdown, json: bisectionJson }[form](bisection)
  put(out, form === 'text' ? adviceInFlags(report, 'bisect') : report, form)
  if (!isPrinted(out)) say(values, `${bisectionAnswer(bisection)}\nThe report is in ${out}`)
}

/** The command after --, as what was asked for. Throws an InputError for a line for a shell, for a suite besides, and for an unreadable range. */
async function askedCommand({ words, ...flags }: Flags<'bisect'>): Promise<AskedHere> {
  assertCommand('bisect', words)
  assertNoSuites('bisect', flags.values)
  const { values, policy } = policyOf(flags)
  const cwd = resolve(values['working-directory'])
  const range = await readRange(cwd, values.range)
  const request = requestOf(values, { commands: { baseline: words, candidate: words }, looks: [1] })
  const shown = words.map(shellWord).join(' ')
  const planOf = samePlan(request, values.setup)
  return { asked: { values, given: flags.given, policy, shown, suite: null, range, planOf }, cwd, doubts: [] }
}

const sizeText = ({ commits }: KnownRange) =>
  commits.length === 1 ? 'one commit' : `${commits.length} commits`

/** Returns the exit code; the report goes to the standard output or to --out. */
export async function bisectCommand(flags: Flags<'bisect'>): Promise<number> {
  assertLinux()
  if (flags.values.out !== '') assertWritable(flags.values.out)
  const isCommand = flags.words.some(word => word.trim() !== '')
  const { asked, cwd, doubts: own } = isCommand ? await askedCommand(flags) : await askedSuite(flags)
  const { values, range } = asked
  const file = await keptOf(cwd, asked)
  const doubts = [...own, ...(await doubtsOf(cwd, asked))]
  for (const { message } of doubts) say(values, `note: ${message}`)
  keepWarnings({ file }, doubts)
  const first = file.isResumed ? '' : '; first both ends, until the change between them is sure'
  say(values, `${values.range}: ${sizeText(range)}${first}`)
  const bisection = await bisectRange(asked, { cwd, file, tell: line => say(values, line) }).catch(error => {
    if (error instanceof Stopped && file.kept.ends !== null)
      say(values, 'what was measured is kept; the same command goes on from here')
    throw error
  })
  emit(bisection, values)
  if (bisection.outcome !== 'undecided') removeKept(file)
  return bisection.outcome === 'found' ? exitCodes.pass : exitCodes.notEstablished
}
