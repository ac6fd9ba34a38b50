// The table of events and what a job does for each: docs/reference.md (`npm run update`) and the choice of a job's way come from
// it. The names of events that leave baselines and nights are in github/api/branch-events.ts.
import { endedNight, nightEvents } from '../github/api/branch-events.ts'
import { type JobContext, proposalOf } from '../github/api/context.ts'
import type { Values } from '../inputs/values.ts'
import { acceptedLabel, InputError, isLabel } from '../model/index.ts'
import { hasCheckout } from './has-checkout.ts'

/** The steps of a job: src/pipeline.ts has a function for each. */
export type WayName =
  | 'pullRequest'
  | 'leg'
  | 'branch'
  | 'release'
  | 'publish'
  | 'request'
  | 'pages'
  | 'bisect'

type Mode = Exclude<Values['mode'], 'auto'>

type JobEvent = {
  /** The event in words, for the table of docs/reference.md. */
  name: string
  effect: string
  /** Whether this event started the job. Exactly one entry fits a job. */
  fits: (context: JobContext) => boolean
  /** The meaning of `mode: auto`. */
  auto: Mode
  /** The way of each mode; null where the mode is refused. The modes publish, request, bisect and pages have one way for all events. */
  measure: WayName | null
  compare: WayName | null
  /** Whether the session becomes a night of the trend. */
  isNight?: true
}

/** Whether the label that accepts results was set or taken away: then they are judged again. */
const isAboutAcceptance = ({ event, label }: JobContext): boolean =>
  event === 'pull_request_target' && isLabel(label, acceptedLabel)

/** Whether the pull request got another base branch, for a job that judges by the rights of the default branch. */
const isAboutBase = ({ event, retargeted }: JobContext): boolean =>
  event === 'pull_request_target' && retargeted

/** Whether the pull request has a head which another one, or it itself before, may have had as well. */
const isAboutHead = ({ event, arrived }: JobContext): boolean => event === 'pull_request_target' && arrived

/** Whether the results that are there are to be judged again, or at least whether they are about this pull request. */
export const isJudgedAgain = (context: JobContext): boolean =>
  isAboutAcceptance(context) || isAboutBase(context) || isAboutHead(context)

/** The event is a pull request's own. */
const isOfPull = (context: JobContext) => !context.requested && !isJudgedAgain(context)

const isOnBranch = (context: JobContext) => !context.endedRun && !proposalOf(context) && !context.tag

const isNight = (context: JobContext) =>
  isOnBranch(context) && nightEvents.includes(context.event) && context.branch === context.defaultBranch

const onProposal = { auto: 'compare', measure: 'leg', compare: 'pullRequest' } as const
const onBranch = { auto: 'measure', measure: 'branch', compare: null } as const
const onResults = { auto: 'publish', measure: null, compare: null } as const

export const events: JobEvent[] = [
  {
    name: 'push to the default branch',
    effect: 'measures, and leaves a result artifact: a session of the baseline',
    // Another branch keeps a baseline of its own.
    fits: context => isOnBranch(context) && !isNight(context),
    ...onBranch,
  },
  {
    name: 'pull request',
    effect:
      'measures and compares; job summary, one comment, a page in an artifact; a significant regression, or a ' +
      'benchmark that is missing, fails the job, after the report is out',
    fits: context => context.pullRequest?.fromFork === false && isOfPull(context),
    ...onProposal,
  },
  {
    name: 'merge queue (`merge_group`)',
    effect:
      'measures and compares what the queue is about to merge; job summary and a [check run](publishing.md#the-check-run) on ' +
      'the commit of the queue',
    fits: ({ mergeGroup }) => mergeGroup !== null,
    ...onProposal,
  },
  {
    name: 'pull request from a fork',
    effect:
      'measures and compares; job summary; [two workflows](../examples/pull-request) post the comment and never run ' +
      "the fork's code with a token that may write",
    fits: context => context.pullRequest?.fromFork === true && isOfPull(context),
    ...onProposal,
  },
  {
    name: '`workflow_run`',
    effect:
      'measures nothing: reports on the pull request, or the group of a merge queue, whose run has ended (the second of those ' +
      'two workflows); after a night it keeps the [issues](trend.md#to-have-one)',
    fits: ({ endedRun }) => endedRun !== null,
    auto: 'publish',
    measure: 'branch',
    compare: null,
  },
  {
    name: 'on demand: comment `/bench`, label, `workflow_dispatch` with a number',
    effect:
      'measures the pull request that somebody with write access [asks for](on-demand.md), at the commit it had then ' +
      '([example](../examples/on-demand))',
    fits: ({ requested }) => requested,
    ...onProposal,
  },
  {
    name: `label \`${acceptedLabel}\` set or taken away (\`pull_request_target\`)`,
    effect:
      'measures nothing: judges the results again, which somebody with write access [accepts](on-demand.md#acceptance) ' +
      'with the label',
    fits: isAboutAcceptance,
    ...onResults,
  },
  {
    name: 'another base branch (`pull_request_target`, `edited`)',
    effect:
      'measures nothing: judges the results again, which no longer count unless the [new base](publishing.md#another-base-branch) ' +
      'has the commit that was measured',
    fits: isAboutBase,
    ...onResults,
  },
  {
    name: 'opened, reopened, or another head (`pull_request_target`)',
    effect:
      'measures nothing: a green check run on the head that is about [another pull request](publishing.md#another-base-branch) or ' +
      'base branch is made `action_required`',
    fits: isAboutHead,
    auto: 'publish',
    // Refused: it would measure the base branch.
    measure: 'leg',
    compare: 'pullRequest',
  },
  {
    name: 'schedule, or `workflow_dispatch` on the default branch',
    effect:
      'measures as for a push, and keeps the [trend](trend.md): history, change points, a page ' +
      '([example](../examples/nightly/bench.yml))',
    fits: isNight,
    ...onBranch,
    isNight: true,
  },
  {
    name: 'tag, release',
    effect:
      'measures the [previous tag](baselines.md#releases) in the same job and compares; holds ' +
      '[budgets](configuration.md) ' +
      '([example](../examples/release/bench.yml))',
    fits: context => context.tag !== null && !context.endedRun && !proposalOf(context),
    auto: 'compare',
    measure: 'branch',
    compare: 'release',
  },
]

/** The row of the table for a job that no event starts: a last job of any run can ask for this mode. */
export const laterJob: Pick<JobEvent, 'name' | 'effect'> = {
  name: 'a last job with `mode: publish`',
  effect:
    'collects the legs of a matrix into one comparison and one comment ([example](../examples/matrix/bench.yml))',
}

/** The entry for the event of a job. */
export const eventOf = (context: JobContext): JobEvent => events.find(({ fits }) => fits(context)) as JobEvent

/** The mode of a job: that of the input, or what `auto` means for its event. */
export function modeOf({ mode }: Pick<Values, 'mode'>, context: JobContext): Mode {
  if (mode !== 'auto') return mode
  // It is to measure its checkout, which is the base branch's: that is refused.
  return isAboutHead(context) && hasCheckout() ? 'compare' : eventOf(context).auto
}

/** The site is the default branch's: nothing of a pull request, and of no other branch, gets there. */
function pagesWay(context: JobContext): WayName {
  if (isOnBranch(context) && context.branch === context.defaultBranch) return 'pages'
  if (endedNight(context) !== null) return 'pages'
  throw new InputError(
    `mode: pages is for a schedule, a push or workflow_dispatch on the default branch, or the end of a night, and the event '${context.event}' is none`,
  )
}

/** The way of a job. Throws an InputError for a mode that the event refuses. */
export function wayOf(values: Pick<Values, 'mode'>, context: JobContext): WayName {
  const mode = modeOf(values, context)
  if (mode === 'pages') return pagesWay(context)
  const way = mode === 'publish' || mode === 'request' || mode === 'bisect' ? mode : eventOf(context)[mode]
  if (way !== null) return way
  throw new InputError(
    `mode: ${mode} needs a pull request or a tag, and the event '${context.event}' has neither; use mode: auto`,
  )
}
