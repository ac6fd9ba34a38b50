// A parsed result as text for people: the `.expected` file beside every fixture.
import type { Parsed } from '../../src/formats/format.ts'
import { InputError, type Sample } from '../../src/model/index.ts'

function renderSample({ metric, unit, better, runs }: Sample): string {
  const values = runs.map(run => run.join(' ')).join(' | ')
  return `  ${metric}, ${unit}, ${better} is better: ${values}`
}

/** One block per benchmark, `|` between runs, a line per failure and warning. */
export function renderParsed({ samples, failures, warnings }: Parsed): string {
  const lines: string[] = []
  let name: string | null = null
  for (const sample of samples) {
    if (sample.name !== name) lines.push(sample.name)
    name = sample.name
    lines.push(renderSample(sample))
  }
  for (const failure of failures) lines.push(`FAILED ${failure.name}: ${failure.reason}`)
  for (const warning of warnings) lines.push(`WARNING ${warning.code}: ${warning.message}`)
  return `${lines.join('\n')}\n`
}

/** What `parse` gives, or `REFUSED` and the message: an InputError is an expected result, too. */
export function renderOutcome(parse: () => Parsed): string {
  try {
    return renderParsed(parse())
  } catch (error) {
    if (error instanceof InputError) return `REFUSED ${error.message}\n`
    throw error
  }
}
