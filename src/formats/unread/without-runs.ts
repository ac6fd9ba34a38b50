// The documents of stable-bench's own commands that hold no results of runs.
import {
  bisectionSchemaName,
  calibrationSchemaName,
  comparisonSchemaName,
  doctorSchemaName,
  reportSchemaName,
  trendSchemaName,
} from '../../model/index.ts'

const GIVE_RESULTS = 'give the documents that stable-bench run -o FILE writes'

const ADVICE = new Map([
  [trendSchemaName, `stable-bench trend shows it; else ${GIVE_RESULTS}`],
  ...[comparisonSchemaName, reportSchemaName].map((name): [string, string] => [
    name,
    'give the results that it compared',
  ]),
  ...[doctorSchemaName, calibrationSchemaName, bisectionSchemaName].map((name): [string, string] => [
    name,
    GIVE_RESULTS,
  ]),
])

/** What is said of such a document, to stand after its name; null for any other text. */
export function documentWithoutRuns(text: string): string | null {
  const name = /^\s*\{\s*"schema"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? ''
  const advice = ADVICE.get(name)
  return advice === undefined ? null : `is a document ${name}, which holds no results of runs: ${advice}`
}
