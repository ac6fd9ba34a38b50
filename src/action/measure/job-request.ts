// The request for what a job of the action measures: one commit, or both of a pull request.
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import { layoutsOfOneSide } from '../../job/request/asked-layouts.ts'
import { type Costs, dealt } from '../../job/request/deal.ts'
import { runsAlone } from '../../job/request/planned-looks.ts'
import { type MeasureRequest, requestOf } from '../../job/request/request.ts'
import { parseShard } from '../../job/request/shard.ts'
import { expectedTestbed } from '../../job/start.ts'
import { requestOfBoth } from '../../job/suites/suite-request.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import type { Testbed } from '../../model/index.ts'
import { publishedCommand } from './written-commands.ts'

/** A suite as a job measures it, with the effective values. */
export type JobSuite = {
  values: Values
  /** With what the base commit runs it; null where it runs the same, or has no such suite. */
  ofBase: Values | null
}

/** Where the job runs, and its commands as they may be published. */
export const aboutJob = (context: JobContext) => ({
  runner: context.runnerName,
  published: publishedCommand(context),
})

/** The request to measure the checked-out commit; a shard is dealt by `costs`, else by count. */
export function jobRequest(values: Values, context: JobContext, costs: Costs | null = null): MeasureRequest {
  const commands = { candidate: values.command }
  const request = { ...requestOf(values, { commands, looks: [runsAlone(values)] }), ...aboutJob(context) }
  const shard = parseShard(values.shard)
  const own = { ...request, ...layoutsOfOneSide(request), duet: false }
  return shard === null ? own : { ...own, ...dealt(request.benchmarks, shard, costs) }
}

/** The testbed that the job has, by all that is known before it measures. */
export const testbedOfJob = (values: Values, context: JobContext): Testbed =>
  expectedTestbed(jobRequest(values, context))

/** Where each side runs. */
export type Directories = Record<Side, string>

/** A suite that both commits have. */
export type BothSides = { values: Values; ofBase: Values }

/** What is measured on both sides; a shard's benchmarks are dealt. */
export function requestForBoth(
  { values, ofBase }: BothSides,
  context: JobContext,
  { cwds, costs }: { cwds: Directories; costs: Costs | null },
): MeasureRequest {
  const roots = { baseline: '', candidate: '' }
  const request = {
    ...requestOfBoth({ baseline: ofBase, candidate: values }, roots),
    cwds,
    ...aboutJob(context),
  }
  const shard = parseShard(values.shard)
  return shard === null ? request : { ...request, ...dealt(request.benchmarks, shard, costs) }
}
