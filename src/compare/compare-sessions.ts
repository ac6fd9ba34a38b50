// Compares a candidate with its baseline. The folders beside this file hold the steps that it calls.
import { type Comparison, InputError, type Row } from '../model/index.ts'
import type { ComparisonRequest, LookedAt, TestedRow } from './comparison-request.ts'
import { commonShift } from './diagnose/common-shift.ts'
import { diagnoseInput } from './diagnose/diagnose-input.ts'
import { type EstimatedRow, estimateRow } from './estimate/estimate-row.ts'
import { looksAt } from './looks.ts'
import { keyOf } from './sides/primary-rows.ts'
import { namedAsBaseline } from './sides/printed-names.ts'
import { followRenames } from './sides/renames.ts'
import { type RowInput, rowInputs } from './sides/row-inputs.ts'
import { classBaselines, classNote } from './sides/same-class.ts'
import { sameTestbed } from './sides/same-testbed.ts'
import { sideSummary } from './sides/side-summary.ts'
import { budgetResults } from './verdict/budgets.ts'
import { conclude } from './verdict/conclude.ts'
import { judgeRows } from './verdict/judge-rows.ts'
import { ofOneBuild } from './verdict/one-build.ts'
import { acceptedRows } from './verdict/row-failures.ts'
import { measuredSessions, unmeasuredComparison } from './verdict/unmeasured.ts'
import { type BeforeTest, failedRows, failuresOf, untestedRow } from './verdict/untested-rows.ts'
import { comparisonWarnings, sessionWarnings } from './warnings/comparison-warnings.ts'

/** Interleaved sessions come in blocks, one of each side, and there must be a candidate. */
function assertBlocks({ design, baselines, candidates }: ComparisonRequest): void {
  if (candidates.length === 0) throw new InputError('there is no candidate to compare')
  if (design !== 'interleaved' || baselines.length === candidates.length) return
  throw new InputError(
    `order interleaved needs one baseline session for each candidate session, got ${baselines.length} and ` +
      `${candidates.length}; use --order separate for a stored baseline`,
  )
}

/** Why the job of these sessions chose how to measure; nothing where that was set, or where several jobs differ. */
function chosenBecause({ design, candidates }: ComparisonRequest): Pick<Comparison, 'chosenBecause'> {
  const [why, ...others] = new Set(candidates.map(({ plan }) => plan?.chosenBecause))
  return design === 'interleaved' && why !== undefined && others.length === 0 ? { chosenBecause: why } : {}
}

/** Why rows changed, as the jobs say that measured both sides; those with a stored baseline say of a regression why they cannot. */
function explainedIn({ design, candidates }: ComparisonRequest, rows: Row[]): Pick<Comparison, 'explained'> {
  const explained = candidates.flatMap(session => session.explained ?? [])
  const most =
    design === 'interleaved'
      ? 20
      : rows.some(({ verdict, gates }) => verdict === 'regression' && gates)
        ? 1
        : 0
  return explained.length > 0 && most > 0 ? { explained: explained.slice(0, most) } : {}
}

/** The rows of all inputs, in their order: estimated, or with the reason why they cannot be. */
const estimatedRows = (inputs: RowInput[], before: BeforeTest, request: LookedAt): (Row | EstimatedRow)[] =>
  inputs.map(input => {
    const untested = untestedRow(input, before, request)
    if (untested) return untested
    const gates = input.holdsOther ? (input.settings.gate ?? false) : input.gates
    const tested = { ...input, gates }
    const row = estimateRow(tested, request)
    return { ...row, warnings: [...row.warnings, ...diagnoseInput(tested, request)] }
  })

/** A comparison whose rows are estimated. It is concluded with the tested rows of others of its family. */
export type Estimated = (others: TestedRow[]) => Comparison

/** Estimates the rows, nearly all of the work. Throws an InputError without a candidate, or where a block lacks a side. */
export function estimateSessions(asked: ComparisonRequest): Estimated {
  assertBlocks(asked)
  const request = namedAsBaseline(measuredSessions(asked))
  if (request.candidates.length === 0) {
    const unmeasured = unmeasuredComparison(asked)
    return () => unmeasured
  }
  const { design, policy } = request
  const looks = design === 'interleaved' ? looksAt(request.candidates) : []
  const { same, ...differences } = sameTestbed(request)
  const { candidates } = same
  // Within one job both sides have the same machine, whatever its class.
  const { baselines, isAcross } =
    design === 'interleaved' ? { ...same, isAcross: false } : classBaselines(same.baselines, candidates)
  const compared = { ...request, baselines, candidates, isAcross, looks }
  const followed = followRenames(baselines, candidates, policy.renamed)
  const inputs = rowInputs(followed, candidates, isAcross ? { policy } : compared)

  const notComparable = baselines.length === 0 ? (differences.refused[0] ?? null) : null
  const failures = failuresOf(followed.baselines, candidates)
  const said = sessionWarnings(baselines, request.candidates)
  const policyNames = new Map(inputs.map(({ entry, policyName }) => [keyOf(entry), policyName]))
  const holdingOther = new Set(inputs.flatMap(each => (each.holdsOther ? [keyOf(each.entry)] : [])))
  const estimated = estimatedRows(inputs, { notComparable, failures }, compared)
  const sides = { baseline: sideSummary(baselines), candidate: sideSummary(candidates) }
  return others => {
    const judged = judgeRows(estimated, { ...compared, others })
    const found = [...judged, ...failedRows(failures, judged, policy)]
    const rows = acceptedRows(found, policy).map(row => ({
      ...row,
      warnings: [...row.warnings, ...said.ofRows],
    }))
    const budgets = budgetResults(policy, rows, { holdingOther, policyNames })
    return {
      ...conclude(rows, request, { notComparable, budgets }),
      design,
      ...chosenBecause(request),
      looks,
      policy,
      ...sides,
      rows,
      budgets,
      ...explainedIn(request, rows),
      warnings: [
        ...(isAcross ? [classNote(baselines)] : []),
        ...comparisonWarnings(
          compared,
          [commonShift(rows), ofOneBuild(inputs, judged, compared), ...said.ofComparison],
          differences,
        ),
      ],
    }
  }
}

/** The comparison of a candidate with its baseline, or of none, which it says. Throws as `estimateSessions`. */
export const compareSessions = (asked: ComparisonRequest): Comparison =>
  estimateSessions(asked)(asked.others ?? [])
