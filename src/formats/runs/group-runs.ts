// Groups what each run reported into one sample per benchmark and metric, in run order.
import { InputError, type Sample, uniqueWarnings } from '../../model/index.ts'
import type { Parsed, ParsedFailure } from '../format.ts'
import { ofAllRuns, ofOneRun } from './warm-up.ts'

const keyOf = (sample: Sample) => JSON.stringify([sample.name, sample.metric])

/** The entries of one run, by name and metric; the inner lists become one, since they come from one process. */
function flattened(parsed: Parsed): Map<string, Sample> {
  return new Map(
    parsed.samples.map(sample => [
      keyOf(sample),
      { ...sample, runs: [sample.runs.flat()], ...ofOneRun(sample.warmUp) },
    ]),
  )
}

/**
 * One sample per entry that every run reported. An entry that is missing from some runs becomes a failure: whether
 * a run drops a benchmark may depend on how it performed. Throws an InputError when an entry changes its unit.
 */
export function groupRuns(runs: Parsed[]): Parsed {
  const grouped = new Map<string, Sample>()
  for (const run of runs.map(flattened)) {
    for (const [key, sample] of run) {
      const known = grouped.get(key)
      if (known && known.unit !== sample.unit)
        throw new InputError(
          `${sample.name} (${sample.metric}) was reported in ${known.unit} and in ${sample.unit} by runs of one command`,
        )
      const joined = known && { ...known, runs: [...known.runs, ...sample.runs], ...ofAllRuns(known, sample) }
      grouped.set(key, joined ?? sample)
    }
  }
  const all = [...grouped.values()]
  const incomplete = all.filter(sample => sample.runs.length < runs.length)
  const missing: ParsedFailure[] = incomplete.map(({ name, metric, runs: present }) => ({
    name,
    reason: `${metric} was reported by ${present.length} of ${runs.length} runs only`,
  }))
  const failures = new Map([...runs.flatMap(run => run.failures), ...missing].map(each => [each.name, each]))
  return {
    samples: all.filter(sample => sample.runs.length === runs.length),
    failures: [...failures.values()],
    warnings: uniqueWarnings(runs.flatMap(run => run.warnings)),
  }
}
