// `stable-bench bisect`: which commit of a range changed a benchmark, found by measuring some of them.
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { assertWritable, writeWhole } from '../../files/write.ts'
import { adviceInFlags } from '../../inputs/flag-words.ts'
import { assertLinux } from '../../job/platform.ts'
import { requestOf } from '../../job/request/request.ts'
import { expectedTestbed } from '../../job/start.ts'
import { Stopped, untilStopped } from '../../job/until-stopped.ts'
import { type KnownRange, readRange } from '../../measure/checkout/commit-range.ts'
import { openCommitTrees } from '../../measure/checkout/commit-trees.ts'
import { withSetups } from '../../measure/checkout/setups.ts'
import { type Bisection, InputError } from '../../model/index.ts'
import { exitCodes } from '../../policy/exit-codes.ts'
import { bisectionAnswer, bisectionJson, bisectionMarkdown, bisectionText } from '../../report/bisection.ts'
import type { Flags } from '../flags.ts'
import { policyOf } from '../policy.ts'
import { printJson, printText, say } from '../print.ts'
import { isPrinted } from '../reports.ts'
import { type Asked, type Bisecting, keepWarnings } from './bisecting.ts'
import { searchedBisection, unchangedBisection } from './bisection.ts'
import { builtCommit } from './build.ts'
import { doubtsOf } from './doubts.ts'
import { measureEnds } from './ends.ts'
import { type KeptFile, keptDirectory, openKept, removeKept } from './kept.ts'
import { forecastText } from './progress-lines.ts'
import { forecastOf } from './search.ts'
import { searchSteps } from './steps.ts'

/** They change nothing about the numbers. */
const REPORTING = ['range', 'bisect-output', 'out', 'quiet', 'all-steps', 'max-time']

/** Everything that decides the numbers: with any of it changed, what was measured before does not count. */
function askedText({ values, words, range }: Asked, machine: string): string {
  const deciding = Object.entries(values).filter(([name]) => !REPORTING.includes(name))
  return JSON.stringify([range.old.sha, range.commits.at(-1)?.sha, words, deciding, machine])
}

/** Says what is searched, and what that will take. */
function tellPlan(running: Bisecting): void {
  const { range, values, file } = running
  const { ends, measured } = file.kept
  if (ends === null) return
  const commits = [range.old, ...range.commits]
  if (range.commits.length === 1) return
  const { benchmark } = ends.metric
  const change = `${benchmark} changed by ${((ends.ratio - 1) * 100).toFixed(1)} % between the ends`
  const plan = forecastText(forecastOf(running, { commits, fromEnd: true }), range.commits.length)
  const before = file.isResumed ? `; ${Object.keys(measured).length} were measured before` : ''
  say(values, `${change}; to measure: ${plan}${before}`)
}

async function bisected(running: Bisecting): Promise<Bisection> {
  const { file, range, values } = running
  if (file.kept.ends === null) {
    const none = await measureEnds(running)
    if (none !== null) return unchangedBisection(running, none)
  } else {
    say(values, `going on with what was measured before (${file.path}; without that file it begins anew)`)
    await builtCommit(running, range.old.sha, 'baseline')
  }
  tellPlan(running)
  return searchedBisection(running, await searchSteps(running))
}

/** Prints the report, or writes it to --out. */
function emit(bisection: Bisection, values: Asked['values']): void {
  const { 'bisect-output': form, out } = values
  const report = { text: bisectionText, markdown: bisectionMarkdown, json: bisectionJson }[form](bisection)
  const text = form === 'text' ? adviceInFlags(report, 'bisect') : report
  if (isPrinted(out)) {
    if (form === 'json') printJson(text)
    else printText(text)
    return
  }
  writeWhole(out, text)
  say(values, `${bisectionAnswer(bisection)}\nThe report is in ${out}`)
}

function assertAsked({ range }: { range: string }, words: string[]): void {
  if (words.length > 0 && words[0]?.trim() !== '') return
  const example = `stable-bench bisect ${range || 'v1.2..main'} --setup 'make' -- ./bench`
  throw new InputError(`bisect: no command; put it after --, as in: ${example}`)
}

/** Opens what a bisection needs, and removes the checkouts whatever happens. */
async function inCheckouts(asked: Asked, file: KeptFile, cwd: string): Promise<Bisection> {
  const { values, words, range } = asked
  const request = requestOf(values, { commands: { baseline: words, candidate: words }, looks: [1] })
  const cache = join(await keptDirectory(cwd), 'builds')
  const limit = values['max-time']
  const deadline = limit === 0 ? Number.POSITIVE_INFINITY : performance.now() + limit * 1000
  return untilStopped(async signal => {
    const trees = await openCommitTrees(cwd, tmpdir(), range.old.sha).catch((error: Error) => {
      throw error instanceof InputError
        ? error
        : new InputError(`bisect: no commit can be checked out: ${error.message}`)
    })
    try {
      return await withSetups(setups =>
        bisected({ ...asked, cwd, request, file, trees, setups, cache, signal, deadline }),
      )
    } finally {
      await trees.remove()
    }
  })
}

const sizeText = ({ commits }: KnownRange) =>
  commits.length === 1 ? 'one commit' : `${commits.length} commits`

/** Returns the exit code; the report goes to the standard output or to --out. */
export async function bisectCommand({ words, ...flags }: Flags<'bisect'>): Promise<number> {
  assertLinux()
  assertAsked(flags.values, words)
  if (flags.values.out !== '') assertWritable(flags.values.out)
  const { values, policy } = policyOf(flags)
  const cwd = resolve(values['working-directory'])
  const range = await readRange(cwd, values.range)
  const asked = { values, policy, words, range }
  const { facts } = expectedTestbed(requestOf(values, { commands: { candidate: words }, looks: [1] }))
  const file = await openKept(cwd, askedText(asked, facts.machine ?? ''))
  const doubts = await doubtsOf(cwd, asked)
  for (const { message } of doubts) say(values, `note: ${message}`)
  keepWarnings({ file }, doubts)
  const first = file.isResumed ? '' : '; first both ends, until the change between them is sure'
  say(values, `${values.range}: ${sizeText(range)}${first}`)
  const bisection = await inCheckouts(asked, file, cwd).catch(error => {
    if (error instanceof Stopped && file.kept.ends !== null)
      say(values, 'what was measured is kept; the same command goes on from here')
    throw error
  })
  emit(bisection, values)
  if (bisection.outcome !== 'undecided') removeKept(file)
  return bisection.outcome === 'found' ? exitCodes.pass : exitCodes.notEstablished
}
