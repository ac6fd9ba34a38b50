// Every input of the action and every flag of the command line, declared once. action.yml, the README's table,
// --help and the messages about mistakes come from here; a test compares the copies.
import { measuringInputs } from './measuring-table.ts'
import { trendInputs } from './trend-table.ts'

export type Command = 'run' | 'ab' | 'compare' | 'calibrate' | 'trend' | 'demo' | 'action'

type Kind =
  | { type: 'text'; default: string }
  | { type: 'boolean'; default: boolean }
  | { type: 'integer'; default: number; min: number; max: number }
  | { type: 'fraction'; default: number; min: number; max: number }
  | { type: 'choice'; default: string; choices: readonly string[] }
  | { type: 'files'; default: readonly string[] }

/** `value` stands for the value in --help. */
export type Input = Kind & { help: string; value?: string; commands: readonly Command[] }

const deciding = ['ab', 'compare', 'action'] as const
const testing = ['ab', 'compare', 'calibrate', 'action'] as const
const reporting = ['ab', 'compare', 'demo'] as const

// biome-ignore format: a table, which reads best compact
export const inputs = {
  command: {
    type: 'text', default: '', value: 'CMD', commands: ['action'],
    help:
      'The benchmark command, run by bash with pipefail (one without any meaning to bash: directly) as one fresh process ' +
      'per run. Required to measure.',
  },
  base: {
    type: 'text', default: '', value: 'CMD', commands: ['ab'],
    help: 'The baseline command, run by bash with pipefail, or directly where neither side needs bash.',
  },
  head: {
    type: 'text', default: '', value: 'CMD', commands: ['ab'],
    help: 'The candidate command, run by bash with pipefail, or directly where neither side needs bash.',
  },
  setup: {
    type: 'text', default: '', value: 'CMD', commands: ['ab', 'action'],
    help:
      'A command run once before measuring, for example the build; in the action once per side, in its checkout. ' +
      'Variables whose names end in TOKEN are withheld from it.',
  },
  'setup-timeout': {
    type: 'integer', default: 3600, min: 1, max: 86_400, value: 'SECONDS', commands: ['ab', 'action'],
    help: 'A setup command that takes longer is stopped and fails.',
  },
  'setup-cache': {
    type: 'text', default: '', value: 'DIR', commands: ['action'],
    help:
      'A directory that outlives the job: the setup command finds one of its own for each commit in ' +
      'STABLE_BENCH_CACHE, with STABLE_BENCH_SIDE baseline or candidate; the ten used last are kept.',
  },
  'benchmark-paths': {
    type: 'files', default: ['**/bench/**', '**/benches/**', '**/benchmark/**', '**/benchmarks/**'],
    value: 'GLOB…', commands: ['action'],
    help:
      'Where the benchmarks themselves are, separated by spaces: when a file there differs from the base commit, every ' +
      'row says so.',
  },
  baseline: {
    type: 'files', default: ['auto'], value: 'FILE…', commands: ['compare', 'action'],
    help:
      'Samples documents, result documents or raw tool outputs of the baseline, separated by spaces, the newest first; ' +
      'for the action also artifact (results of the base branch), interleave (the base commit measured in the same ' +
      'job) or auto: artifact where its detectable effect is within the band, else interleave. For pull requests: a release is ' +
      'compared with the release before. A file that only the pull request\'s own workflow names does not count.',
  },
  candidate: {
    type: 'files', default: [], value: 'FILE…', commands: ['compare'],
    help: 'The same of the candidate.',
  },
  mode: {
    type: 'choice', default: 'auto', value: 'MODE', choices: ['auto', 'measure', 'compare', 'publish'],
    commands: ['action'],
    help:
      'auto: compare on a pull request or in a merge queue (with its base) and on a tag or release (with the one ' +
      'before), publish on ' +
      'workflow_run, else measure. measure: on a pull request a leg of a matrix, which leaves its result and decides ' +
      'nothing. publish: what the legs of this run left, as one comparison.',
  },
  legs: {
    type: 'integer', default: 0, min: 0, max: 40, value: 'N', commands: ['action'],
    help: 'For publish: how many legs must have left a result (0: however many there are).',
  },
  ...measuringInputs,
  order: {
    type: 'choice', default: 'separate', value: 'ORDER', choices: ['separate', 'interleaved'], commands: ['compare'],
    help: 'interleaved: the runs of both sides alternated in one session; separate: the baseline was stored.',
  },
  'testbed-grade': {
    type: 'choice', default: 'untuned', value: 'GRADE', choices: ['tuned', 'untuned'], commands: ['compare'],
    help: 'What to assume of the machine where a document does not say.',
  },
  alpha: {
    type: 'fraction', default: 0.01, min: 0.0001, max: 0.2, value: 'P', commands: testing,
    help: 'Accepted risk of a false alarm per row; the whole family of gating rows is held to 5 %.',
  },
  band: {
    type: 'fraction', default: 0.02, min: 0.0001, max: 0.5, value: 'P', commands: testing,
    help: 'Changes within ± this are no change.',
  },
  'require-tuned': {
    type: 'boolean', default: false, commands: ['run', 'ab', 'compare', 'calibrate', 'action'],
    help:
      'Refuse to measure on a machine that the runner hooks have not tuned for this very job, and to conclude from a ' +
      'result of one.',
  },
  'fail-threshold': {
    type: 'fraction', default: 0, min: 0, max: 0.99, value: 'P', commands: deciding,
    help: 'Regressions smaller than this are reported, and do not fail.',
  },
  config: {
    type: 'text', default: '', value: 'FILE', commands: ['ab', 'compare', 'calibrate', 'action'],
    help:
      'Bands, thresholds, directions, summaries, waivers and new names of single rows, and defaults, which win over inputs ' +
      'but not over flags; .stable-bench.yml where there is one. In a pull request the file of the base commit counts, ' +
      'under the path that its workflow gives.',
  },
  calibration: {
    type: 'text', default: '', value: 'FILE', commands: ['ab', 'compare'],
    help: 'A calibration document of this machine: its suggested bands apply where the configuration sets none.',
  },
  'fail-on': {
    type: 'choice', default: 'not-established', value: 'WHAT', choices: ['not-established', 'regression', 'never'],
    commands: deciding,
    help:
      'What fails the job or the command: not-established (a regression, missing benchmarks, and comparing nothing, but ' +
      'no first run); regression (one, or what may hide one: see the documentation of the reasons); never.',
  },
  ...trendInputs,
  output: {
    type: 'choice', default: 'text', value: 'FORMAT', choices: ['text', 'markdown', 'json', 'html'],
    commands: reporting,
    help: 'The form of the report.',
  },
  out: {
    type: 'text', default: '', value: 'FILE', commands: ['run', 'calibrate', ...reporting],
    help: 'Where the report is written instead of the standard output. For run and calibrate the file of the document, ' +
      'stable-bench-result.json and stable-bench-calibration.json by default.',
  },
  save: {
    type: 'text', default: '', value: 'DIR', commands: ['ab'],
    help: 'Where the samples of both sides and all reports are kept; a new temporary directory by default.',
  },
  comment: {
    type: 'choice', default: 'auto', value: 'WHEN', choices: ['auto', 'changes', 'never'], commands: ['action'],
    help:
      'Whether the pull request gets a comment where the token may write one; changes: only once there is more to say ' +
      'than that nothing changed.',
  },
  checks: {
    type: 'choice', default: 'never', value: 'WHEN', choices: ['auto', 'never'], commands: ['action'],
    help: 'auto: a check run of its own on the head commit of the pull request (checks: write).',
  },
  token: {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the runner's, not ours
    type: 'text', default: '${{ github.token }}', value: 'TOKEN', commands: ['action'],
    help: 'Reads the base branch artifacts (actions: read) and comments (pull-requests: write).',
  },
} as const satisfies Record<string, Input>

export type InputName = keyof typeof inputs

type ValueOf<I> = I extends { type: 'integer' | 'fraction' }
  ? number
  : I extends { type: 'choice'; choices: readonly (infer C)[] }
    ? C
    : I extends { type: 'files' }
      ? string[]
      : I extends { type: 'boolean' }
        ? boolean
        : string

/** The value of the input `Name`, once it is read. */
export type InputValue<Name extends InputName> = ValueOf<(typeof inputs)[Name]>

/** The inputs that `C` takes; of several commands, those that all of them take. */
type NameOf<C extends Command> = {
  [Name in InputName]: [C] extends [(typeof inputs)[Name]['commands'][number]] ? Name : never
}[InputName]

/** The values of a command's inputs. */
export type ValuesOf<C extends Command> = { [Name in NameOf<C>]: InputValue<Name> }

/** The values of the action's inputs. */
export type Values = ValuesOf<'action'>

/** The declarations that apply to `command`, in declared order. */
export function inputsOf<C extends Command>(command: C): [NameOf<C>, Input][] {
  const all: [string, Input][] = Object.entries(inputs)
  return all.filter(([, input]) => input.commands.includes(command)) as [NameOf<C>, Input][]
}
