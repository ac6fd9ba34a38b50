// What the benchmark libraries of OCaml measure, and how it is called here.
import { InputError } from '../../model/index.ts'
import { type Parsed, type ParsedFailure, type ParsedSample, warningOf } from '../format.ts'

export type Found = { samples: ParsedSample[]; failures: ParsedFailure[]; below: Set<string> }

export const nothing = (): Found => ({ samples: [], failures: [], below: new Set() })

/**
 * Adds an estimate: both libraries estimate by regression, so that one near zero may be below it. Then it is none, and a time
 * is a failure. Throws an InputError for what is no number.
 */
export function addEstimate(found: Found, name: string, metric: string, unit: string, value: number): void {
  if (value >= 0) found.samples.push({ name, metric, unit, better: 'lower', runs: [[value]] })
  else if (metric === 'time')
    found.failures.push({ name, reason: `its estimate is below zero: ${value} ${unit}` })
  else if (value < 0) found.below.add(`${name}: ${metric}`)
  else throw new InputError(`${name}: ${metric} is ${value}, expected a number`)
}

/** The results of `tool`, with a warning of what is below zero. */
export const parsedEstimates = (tool: string, { samples, failures, below }: Found): Parsed => ({
  ...{ samples, failures },
  warnings: warningOf(`${tool}-metric-left-out`, 'metrics left out, their estimates are below zero:', below),
})
