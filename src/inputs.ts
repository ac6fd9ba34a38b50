// Every input of the action and every flag of the command line, declared once. action.yml, the README's table,
// --help and the messages about mistakes come from here; a test compares the copies.
export type Command = 'run' | 'ab' | 'compare' | 'calibrate' | 'demo' | 'action'

type Kind =
  | { type: 'text'; default: string }
  | { type: 'integer'; default: number; min: number; max: number }
  | { type: 'fraction'; default: number; min: number; max: number }
  | { type: 'choice'; default: string; choices: readonly string[] }
  | { type: 'files'; default: string[] }

export type Input = Kind & { help: string; value: string; commands: readonly Command[] }

const measuring = ['run', 'ab', 'calibrate', 'action'] as const
const deciding = ['ab', 'compare', 'action'] as const
const testing = ['ab', 'compare', 'calibrate', 'action'] as const
const reporting = ['ab', 'compare', 'demo'] as const

// biome-ignore format: a table, which reads best compact
export const inputs = {
  command: {
    type: 'text', default: '', value: 'CMD', commands: ['action'],
    help: 'The benchmark command, run by bash with pipefail as one fresh process per run. Required to measure.',
  },
  base: {
    type: 'text', default: '', value: 'CMD', commands: ['ab'],
    help: 'The baseline command, run by bash with pipefail.',
  },
  head: {
    type: 'text', default: '', value: 'CMD', commands: ['ab'],
    help: 'The candidate command, run by bash with pipefail.',
  },
  setup: {
    type: 'text', default: '', value: 'CMD', commands: ['ab', 'action'],
    help: 'A command run once before measuring, for example the build; in each of the checkouts of interleave.',
  },
  baseline: {
    type: 'files', default: ['auto'], value: 'FILE…', commands: ['compare', 'action'],
    help:
      'Samples documents, result documents or raw tool outputs of the baseline, the newest first; for the action ' +
      'also artifact (results of the base branch), interleave (the base commit measured in the same job) or auto: ' +
      'artifact where its detectable effect is within the band, else interleave.',
  },
  candidate: {
    type: 'files', default: [], value: 'FILE…', commands: ['compare'],
    help: 'The same of the candidate.',
  },
  mode: {
    type: 'choice', default: 'auto', value: 'MODE', choices: ['auto', 'measure'], commands: ['action'],
    help: 'auto compares on a pull request and measures on every other event; measure never compares.',
  },
  name: {
    type: 'text', default: 'benchmark', value: 'NAME', commands: measuring,
    help: 'The suite. It names the artifact, and the benchmark where the processes themselves are timed.',
  },
  'working-directory': {
    type: 'text', default: '.', value: 'DIR', commands: measuring,
    help: 'Where the commands run.',
  },
  runs: {
    type: 'integer', default: 10, min: 5, max: 1000, value: 'M', commands: ['run', 'ab', 'action'],
    help: 'Fresh processes per side.',
  },
  'calibration-runs': {
    type: 'integer', default: 40, min: 10, max: 1000, value: 'M', commands: ['calibrate'],
    help: 'Fresh processes in all.',
  },
  'max-runs': {
    type: 'integer', default: 20, min: 5, max: 1000, value: 'M', commands: ['ab', 'action'],
    help: 'Runs per side at the second look, made when both sides are measured and a gating row is undecided.',
  },
  'warmup-runs': {
    type: 'integer', default: 1, min: 0, max: 100, value: 'N', commands: measuring,
    help: 'Runs per side before the first one that counts.',
  },
  benchmarks: {
    type: 'files', default: [], value: 'NAME…', commands: measuring,
    help:
      'The command is a template: each of these takes the place of {benchmark}, in another random order in each run, ' +
      'as a process of its own. Names the rows where the processes are timed, else it prefixes them.',
  },
  delta: {
    type: 'integer', default: 0, min: 0, max: 1_000_000_000, value: 'N', commands: measuring,
    help:
      'The command is run with N and with 2 N in place of {n}; what counts is the difference of both times by N, ' +
      'which start-up does not touch. 0 for a command that is none of the kind.',
  },
  'cool-down': {
    type: 'integer', default: 0, min: 0, max: 3600, value: 'SECONDS', commands: measuring,
    help: 'A pause before each run.',
  },
  cache: {
    type: 'choice', default: 'warm', value: 'HOW', choices: ['warm', 'cold'], commands: measuring,
    help: 'cold drops the file cache of the machine before each process; needs the runner hooks, or root.',
  },
  'run-timeout': {
    type: 'integer', default: 1800, min: 1, max: 86_400, value: 'SECONDS', commands: measuring,
    help: 'A run that takes longer is stopped and fails the measurement.',
  },
  'total-timeout': {
    type: 'integer', default: 0, min: 0, max: 604_800, value: 'SECONDS', commands: measuring,
    help: 'No run is begun that would end later; the runs made decide, if there are 5 per side. 0 for no limit.',
  },
  tool: {
    type: 'choice', default: 'auto', value: 'TOOL', commands: ['run', 'ab', 'compare', 'calibrate', 'action'],
    choices: ['auto', 'process', 'samples', 'hyperfine', 'google-benchmark', 'go'],
    help: 'Whose output the command prints; process times the processes, auto recognises it.',
  },
  results: {
    type: 'text', default: '', value: 'GLOB', commands: measuring,
    help: 'Files the command writes its results to, if not its standard output. Removed before each run.',
  },
  cpus: {
    type: 'text', default: 'auto', value: 'LIST', commands: measuring,
    help: 'CPUs for the benchmark: a list such as 2,3 or 4-7, none, or auto (one whole core, not CPU 0).',
  },
  'numa-node': {
    type: 'text', default: 'auto', value: 'N', commands: measuring,
    help: 'NUMA node for CPUs and memory: a number, none, or auto (the node of the chosen CPU).',
  },
  aslr: {
    type: 'choice', default: 'auto', value: 'WHEN', choices: ['auto', 'off', 'on'], commands: measuring,
    help: 'Address space randomisation of the benchmark: off, on, or auto (off where the system allows it).',
  },
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
  'fail-threshold': {
    type: 'fraction', default: 0, min: 0, max: 0.99, value: 'P', commands: deciding,
    help: 'Regressions smaller than this are reported, and do not fail.',
  },
  config: {
    type: 'text', default: '', value: 'FILE', commands: ['ab', 'compare', 'calibrate', 'action'],
    help:
      'Bands, thresholds, directions, summaries and waivers of single rows; .stable-bench.yml where there is one. ' +
      'In a pull request the file of the base commit counts.',
  },
  calibration: {
    type: 'text', default: '', value: 'FILE', commands: ['ab', 'compare'],
    help: 'A calibration document of this machine: its suggested bands apply where the configuration sets none.',
  },
  'fail-on': {
    type: 'choice', default: 'regression', value: 'WHAT', choices: ['regression', 'not-established', 'never'],
    commands: deciding,
    help: 'What fails the job or the command: a regression, that or a comparison that was not established, nothing.',
  },
  output: {
    type: 'choice', default: 'text', value: 'FORMAT', choices: ['text', 'markdown', 'json', 'html'],
    commands: reporting,
    help: 'The form of the report.',
  },
  out: {
    type: 'text', default: '', value: 'FILE', commands: ['run', 'calibrate', ...reporting],
    help: 'Where the report is written instead of the standard output; for run and calibrate the document.',
  },
  save: {
    type: 'text', default: '', value: 'DIR', commands: ['ab'],
    help: 'Where the samples of both sides and all reports are kept; a new temporary directory by default.',
  },
  comment: {
    type: 'choice', default: 'auto', value: 'WHEN', choices: ['auto', 'never'], commands: ['action'],
    help: 'Whether the pull request gets a comment where the token may write one.',
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
      : string

export type Values = { [Name in InputName]: ValueOf<(typeof inputs)[Name]> }

/** The declarations that apply to `command`, in declared order. */
export function inputsOf(command: Command): [InputName, Input][] {
  const all = Object.entries(inputs) as [InputName, Input][]
  return all.filter(([, input]) => input.commands.includes(command))
}
