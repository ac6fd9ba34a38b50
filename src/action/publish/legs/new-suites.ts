// The suites of a run that only the pull request has.
import { asNewSuite } from '../../../compare/verdict/lone-suite.ts'
import { suitePairs } from '../../../policy/suites.ts'
import { keepsPromise } from '../../../policy/workflow-file/promised-suites.ts'
import { isCompared, type Section } from '../../../report/sections/report.ts'
import type { Judged } from '../../pull-request/what-judges.ts'
import type { Promised } from '../run/promised-parts.ts'

/** Whether only the pull request describes the suite, and nothing of the base commit measures one of that name. */
function isNewSuite(suite: string, { configs }: Judged, { inWorkflow }: Promised): boolean {
  const pair = suitePairs(configs.base, configs.proposed).find(({ name }) => name === suite)
  if (pair === undefined || pair.candidate === null || pair.baseline !== null) return false
  return !inWorkflow.some(written => keepsPromise(written, suite))
}

/** The sections, of which those of new suites need no baseline. */
export const withNewSuites = (sections: Section[], judged: Judged, promised: Promised): Section[] =>
  sections.map(section =>
    isCompared(section) && isNewSuite(section.suite, judged, promised)
      ? { ...section, comparison: asNewSuite(section.comparison) }
      : section,
  )
