// What the headline says where nothing could be established: what is missing, and how to get it.
import { type Comparison, comparedVerdicts, type NotEstablished } from '../model.ts'
import { type GatedRows, having, namesText } from './gated-rows.ts'
import { counted } from './numbers.ts'
import { visibleText } from './visible-text.ts'

/** `title` says what happened, `advice` what to do next (lower case, no full stop). */
export type Words = { title: string; advice: string }

function missingText(gated: GatedRows): string {
  const missing = having(gated.rows, 'removed', 'failed')
  const verb = missing.length === 1 ? 'is' : 'are'
  return `${counted(missing.length, gated.noun)} ${verb} missing: ${namesText(missing, gated)}`
}

function strangeText(gated: GatedRows): Words {
  const strange = having(gated.rows, 'not-comparable')
  const title = `${counted(strange.length, gated.noun)} could not be compared: ${namesText(strange, gated)}`
  return {
    title,
    advice: 'see below why; after a change of what is measured on purpose, the next baseline has it too',
  }
}

const ADVICE: Record<NotEstablished, Words> = {
  'no-baseline': {
    title: 'there is no baseline to compare with',
    advice:
      'the first run of the default branch becomes one, or measure both sides in one job; ' +
      'for a release, an earlier release has to leave it',
  },
  'nothing-compared': {
    title: 'nothing was compared',
    advice: 'check that both sides ran the same benchmarks and that their results were found',
  },
  'benchmarks-missing': {
    title: 'expected benchmarks are missing',
    advice: 'make them run again; after a removal on purpose, the next baseline no longer expects them',
  },
  'testbed-changed': {
    title: 'this is not the machine that measured the baseline',
    advice: 'measure the baseline on this machine too, or both sides in one job',
  },
  untuned: {
    title: 'the machine was not tuned',
    advice: 'install the runner hooks, or see in the machine’s grade what they could not set',
  },
  'attempts-lost': {
    title: 'what an earlier attempt found cannot be read',
    advice: 'start a new run (a new commit does): running this one again clears nothing',
  },
}

const NO_GATE: Words = {
  title: 'no result that was compared gates',
  advice: 'let one decide (gate: true in the configuration)',
}

function budgetsText({ budgets }: Comparison): Words {
  const unknown = budgets.filter(budget => budget.verdict === 'unknown')
  const names = unknown.slice(0, 3).map(budget => visibleText(budget.benchmark))
  const title = `${counted(unknown.length, 'budget')} could not be checked: ${names.join(', ')}`
  return { title, advice: 'see below why, and correct their names and units or make the benchmarks run' }
}

/** What to say of a comparison whose outcome is `not-established`. */
export function whyNotEstablished(comparison: Comparison, gated: GatedRows): Words {
  const { rows, budgets, reason } = comparison
  const words = ADVICE[reason ?? 'nothing-compared']
  if (reason === 'benchmarks-missing') {
    if (having(gated.rows, 'removed', 'failed').length > 0) return { ...words, title: missingText(gated) }
    if (having(gated.rows, 'not-comparable').length > 0) return strangeText(gated)
    return budgets.some(budget => budget.verdict === 'unknown') ? budgetsText(comparison) : words
  }
  return reason === 'nothing-compared' && having(rows, ...comparedVerdicts).length > 0 ? NO_GATE : words
}
