// The answer where nothing could be established: it says what is missing, and how to get it.
import {
  type Comparison,
  comparedVerdicts,
  isBlind,
  type NotEstablished,
  type Row,
  undecidedVerdicts,
} from '../../../model/index.ts'
import { capital, counted, firstOf, formatCount } from '../../../phrases.ts'
import { formatShare } from '../../../units.ts'
import { shortenMiddle, visibleText } from '../visible-text.ts'
import { movedWord } from './marks.ts'
import { MORE_OR_QUIETER } from './more-runs.ts'
import { type GatedRows, having, nameOf, shareText } from './rows.ts'
import { failures, othersText, titleOf, withOthers } from './what-happened.ts'
import { whatHelps } from './what-helps.ts'

/** `title` says what happened, `advice` what to do (lower case, no full stop; may be empty), `also` what else would help. */
export type Words = { title: string; advice: string; also?: string | undefined }

export const MISSING_ADVICE =
  'repair what crashed or is missing; if it was removed or renamed on purpose, accept it'

export const BASE_NOT_MEASURED = 'the base commit could not be measured'

const ADVICE: Record<NotEstablished, Words> = {
  'no-baseline': {
    title: 'there is no baseline to compare with',
    advice:
      'run the workflow once on the default branch, or measure both sides in one job; ' +
      'a release needs a version tag before it',
  },
  'base-not-measured': {
    title: BASE_NOT_MEASURED,
    advice:
      'see why in the log of the job; somebody with write access can accept a pull request that moves benchmarks or ' +
      'adds a suite',
  },
  'new-suite': { title: 'this suite is new', advice: 'it is compared once the base branch has it' },
  'baseline-unreadable': {
    title: 'the stored baseline could not be read',
    advice: 'the report gives the reason; nothing was compared, so a slowdown is possible',
  },
  'nothing-compared': {
    title: 'nothing was compared',
    advice: 'check that both sides ran the same benchmarks and that their results were found',
  },
  'benchmarks-missing': { title: 'expected benchmarks are missing', advice: MISSING_ADVICE },
  'testbed-changed': {
    title: 'the baseline was measured on another machine or with other settings',
    advice:
      "run the base branch's workflow again on this machine and with these settings, or measure both sides in one job",
  },
  scattered: {
    title: "the candidate's runs scatter many times more than those of the baseline",
    advice: "find out what makes the candidate's runs differ from each other: a slowdown may hide in them",
  },
  inconclusive: { title: 'some results are inconclusive', advice: MORE_OR_QUIETER },
  untuned: {
    title: 'the machine was not tuned',
    advice: 'install the runner hooks; if they are installed, the grade lists what they could not set',
  },
  'output-not-recognised': {
    title: 'nothing read the output, and only whole processes were timed',
    advice:
      'set pattern to say where the results are, or set tool to process to compare the time of the process',
  },
  'attempts-lost': {
    title: 'what an earlier attempt found cannot be read',
    advice: 'push a commit to start a new run: running this one again does not help',
  },
  'base-changed': {
    title: 'the base branch does not have the base that was measured',
    advice:
      'push a commit, or close and reopen the pull request, to measure against the base branch as it is: ' +
      'running this run again does not help',
  },
}

const NO_GATE: Words = {
  title: 'None of the compared results can fail the job',
  advice: 'set gate: true for one in the configuration',
}

function budgetsText({ budgets }: Comparison, { write }: GatedRows): Words {
  const unknown = budgets.filter(budget => budget.verdict === 'unknown')
  const names = unknown.map(budget => write(visibleText(budget.benchmark)))
  const title = `${counted(unknown.length, 'budget')} could not be checked: ${firstOf(names, 3)}`
  return { title, advice: 'the report gives the reasons; correct names and units, or repair the benchmarks' }
}

const LONGEST_CAUSE = 160

/** The cause, of which the job may be the author: it is written as names are. */
function baseText({ explanation }: Comparison, { write }: GatedRows): Words {
  const words = ADVICE['base-not-measured']
  const [line = ''] = explanation.split('\n', 1)
  const cause = line.startsWith(`${words.title}: `) ? line.slice(words.title.length + 2) : line
  return {
    ...words,
    title: `${capital(words.title)}: ${write(shortenMiddle(visibleText(cause), LONGEST_CAUSE))}`,
  }
}

/** How much worse than `x %` none of these rows is, after the far ends of their intervals; null where one is open, or says nothing. */
function atWorst(rows: Row[]): number | null {
  const ends = rows.map(({ interval, better }) => {
    if (interval === null) return Number.NaN
    return better === 'higher' ? 1 - interval[0] : interval[1] - 1
  })
  const worst = Math.max(...ends)
  return worst > 0 && !isBlind(worst) ? worst : null
}

/** Where no compared row could be decided: what can be said all the same. */
export function undecidedTitle(gated: GatedRows): string {
  const open = having(gated.compared, ...undecidedVerdicts)
  const [row] = open
  const worst = atWorst(open)
  const one = row !== undefined && open.length === 1 ? nameOf(row, gated) : null
  const word = open.every(each => movedWord({ ...each, verdict: 'regression' }) === 'slower')
    ? 'slower'
    : 'worse'
  const all = one ?? shareText(open.length, gated)
  if (worst === null) return `Nothing can be said yet: ${all} ${one === null ? 'are' : 'is'} unclear`
  const limit = `more than ${formatShare(worst, 2)} ${word}`
  const told = one === null ? `none of ${formatCount(open.length)} is ${limit}` : `${one} is not ${limit}`
  return `Too noisy to tell; ${told}`
}

/** The title and the advice of a comparison whose outcome is `not-established`. */
export function whyNotEstablished(comparison: Comparison, gated: GatedRows): Words {
  const { rows, budgets } = comparison
  const reason = comparison.reason ?? 'nothing-compared'
  const words = ADVICE[reason]
  const failed = titleOf(failures(gated), gated)
  const open = having(gated.compared, 'inconclusive')
  if (reason === 'base-not-measured') return baseText(comparison, gated)
  if (reason === 'inconclusive' && open.length > 0) {
    const [advice = '', also] = whatHelps(open, gated.compared.length, comparison)
    return { title: open.length === gated.compared.length ? undecidedTitle(gated) : failed, advice, also }
  }
  if (reason === 'scattered' || reason === 'benchmarks-missing') {
    if (failed !== '') return { ...words, title: failed }
    return budgets.some(budget => budget.verdict === 'unknown')
      ? budgetsText(comparison, gated)
      : { ...words, title: capital(words.title) }
  }
  if (reason === 'nothing-compared' && failed !== '')
    return { title: `${capital(words.title)}: ${failed}`, advice: MISSING_ADVICE }
  if (reason === 'nothing-compared' && having(rows, ...comparedVerdicts).length > 0) return NO_GATE
  return { ...words, title: withOthers(capital(words.title), othersText(gated, [])) }
}
