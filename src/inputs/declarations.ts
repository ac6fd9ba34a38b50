// Every input of the action and every flag of the command line, one entry each. `npm run update` renders action.yml,
// the README's table and the texts of --help from here.
import type { Input } from './values.ts'

const measuring = ['run', 'ab', 'calibrate', 'action'] as const
const judging = ['ab', 'compare', 'calibrate', 'action'] as const
const deciding = ['ab', 'compare', 'action'] as const

// biome-ignore format: a table, which reads best compact
export const inputs = {
  command: { type: 'text', default: '', value: 'CMD', commands: ['action'],
    help: 'The benchmark command, one fresh process per run. bash runs it with pipefail; a command without shell ' +
      'syntax is started directly. Required to measure.' },
  base: { type: 'text', default: '', value: 'CMD', commands: ['ab'],
    help: 'The baseline command. bash runs it with pipefail; if neither side needs bash, both are started directly.' },
  head: { type: 'text', default: '', value: 'CMD', commands: ['ab'],
    help: 'The candidate command, run in the same way.' },
  setup: { type: 'text', default: '', value: 'CMD', commands: ['ab', 'action'],
    help: 'A command to run before measuring, such as the build. Variables whose names end in TOKEN are withheld from it.',
    inAction: 'It runs once per side, in its checkout.' },
  'setup-timeout': { type: 'integer', default: 3600, min: 1, max: 86_400, value: 'SECONDS', commands: ['ab', 'action'],
    help: 'A setup command that takes longer is stopped and fails.' },
  'setup-cache': { type: 'text', default: '', value: 'DIR', commands: ['action'],
    help: 'A directory that outlives the job. STABLE_BENCH_CACHE gives the setup command a directory in it for each commit, ' +
      'STABLE_BENCH_SIDE is baseline or candidate. The ten used last are kept.' },
  'benchmark-paths': { type: 'files', default: ['**/bench/**', '**/benches/**', '**/benchmark/**', '**/benchmarks/**'],
    value: 'GLOB…', commands: ['action'],
    help: 'Where the benchmarks themselves are. If a file there differs from the base commit, every row says so.' },
  baseline: { type: 'files', default: ['auto'], value: 'FILE…', commands: ['compare', 'action'],
    decides: ['auto', 'artifact', 'interleave'],
    help: 'Result documents, samples documents or raw tool outputs of the baseline, the newest first.',
    inAction: 'Or artifact: results of the base branch. Or interleave: the base commit, measured in the same job. auto: ' +
      'artifact if its detectable effect is within the band, else interleave. This is for pull requests: a release is ' +
      "compared with the release before. A file that only the pull request's own workflow names does not count." },
  candidate: { type: 'files', default: [], value: 'FILE…', commands: ['compare'],
    help: 'The same for the candidate.' },
  mode: { type: 'choice', default: 'auto', choices: ['auto', 'measure', 'compare', 'publish'], commands: ['action'],
    help: 'auto: compare on a pull request or in a merge queue (with its base) and on a tag or release (with the one ' +
      'before), publish on workflow_run, else measure. measure: on a pull request, a leg of a matrix; it uploads its ' +
      'result and decides nothing. publish: compare what the legs of this run uploaded, as one.' },
  legs: { type: 'integer', default: 0, min: 0, max: 40, value: 'N', commands: ['action'],
    help: 'For publish: how many legs must have uploaded a result. 0: any number.' },
  name: { type: 'text', default: 'benchmark', value: 'NAME', commands: measuring,
    help: 'The suite. It names the artifact, and the benchmark if whole processes are timed.' },
  'working-directory': { type: 'text', default: '.', value: 'DIR', commands: measuring,
    help: 'Where the commands run.' },
  runs: { type: 'integer', default: 10, min: 5, max: 1000, value: 'M', commands: ['run', 'ab', 'action'], repeats: true,
    help: 'Fresh processes per side.' },
  'calibration-runs': { type: 'integer', default: 40, min: 10, max: 1000, value: 'M', commands: ['calibrate'],
    help: 'Fresh processes in all.' },
  'max-runs': { type: 'integer', default: 20, min: 5, max: 1000, value: 'M', commands: ['ab', 'action'], repeats: true,
    help: 'Runs per side at the second look. It is made if both sides are measured and a gating row is undecided, or has runs far from the others or in two groups.' },
  'warmup-runs': { type: 'integer', default: 1, min: 0, max: 100, value: 'N', commands: measuring, repeats: true,
    help: 'Runs per side before the first one that counts.' },
  benchmarks: { type: 'files', default: [], value: 'NAME…', commands: measuring, repeats: true,
    help: 'Names that take the place of {benchmark} in the command. In each run every one is a process of its own, in ' +
      'a new random order. They name the rows if processes are timed; else they are put before the names.' },
  delta: { type: 'integer', default: 0, min: 0, max: 1_000_000_000, value: 'N', commands: measuring, repeats: true,
    help: 'Run the command with N and with 2 N in place of {n}. The difference of both times, divided by N, counts: ' +
      'start-up cancels out. 0: off.' },
  'cool-down': { type: 'integer', default: 0, min: 0, max: 3600, value: 'SECONDS', commands: measuring, repeats: true,
    help: 'A pause before each run.' },
  cache: { type: 'choice', default: 'warm', choices: ['warm', 'cold'], commands: measuring, repeats: true,
    help: 'cold: drop the file cache of the machine before each process. This needs the runner hooks, or root.' },
  'run-timeout': { type: 'integer', default: 1800, min: 1, max: 86_400, value: 'SECONDS', commands: measuring,
    help: 'A run that takes longer is stopped, and measuring fails.' },
  'total-timeout': { type: 'integer', default: 0, min: 0, max: 604_800, value: 'SECONDS', commands: measuring,
    help: 'No run begins that would end later. The runs that were made decide, if there are 5 per side. 0: no limit.' },
  tool: { type: 'choice', default: 'auto', choices: ['auto', 'process', 'samples', 'hyperfine', 'google-benchmark', 'go'],
    commands: ['run', 'ab', 'compare', 'calibrate', 'action'], repeats: true,
    help: 'The format of the results. auto: recognise it. process: time whole processes and read no results.' },
  results: { type: 'text', default: '', value: 'GLOB', commands: measuring,
    help: 'Files that the command writes its results to, if it does not print them. They are removed before each run.' },
  cpus: { type: 'text', default: 'auto', value: 'LIST', commands: measuring,
    help: 'CPUs for the benchmark: a list such as 2,3 or 4-7; none; auto: those that the runner hooks keep, else one whole ' +
      'core, but not that of CPU 0; auto:N: N whole cores, for a benchmark with threads.' },
  'numa-node': { type: 'text', default: 'auto', value: 'N', commands: measuring,
    help: 'NUMA node for CPUs and memory: a number or list; none; interleave: memory spread over the nodes of the chosen ' +
      'CPUs; auto: the node of the CPUs.' },
  priority: { type: 'text', default: 'auto', value: 'LEVEL', commands: measuring,
    help: 'A nice level from -20 to 19; realtime; auto: what the runner hooks set, else unchanged.' },
  'lock-memory': { type: 'boolean', default: false, commands: measuring,
    help: 'Raise the limit on locked memory to unlimited, for a program that calls mlockall. Warns if the runner hooks do ' +
      'not protect the rest of its memory (swap = off, memory = SIZE).' },
  aslr: { type: 'choice', default: 'auto', choices: ['auto', 'off', 'on'], commands: measuring, repeats: true,
    help: 'Address space randomisation of the benchmark. auto: off if the system allows it.' },
  order: { type: 'choice', default: 'separate', choices: ['separate', 'interleaved'], commands: ['compare'],
    help: 'interleaved: the runs of both sides alternated in one session. separate: the baseline was stored.' },
  'testbed-grade': { type: 'choice', default: 'untuned', choices: ['tuned', 'untuned'], commands: ['compare'],
    help: 'What to assume of the machine if a document does not say.' },
  band: { type: 'fraction', default: 0.02, min: 0.0001, max: 0.5, value: 'P', commands: judging, decides: true, repeats: true,
    help: 'Changes within ± this are no change.' },
  alpha: { type: 'fraction', default: 0.01, min: 0.0001, max: 0.2, value: 'P', commands: judging, decides: true, repeats: true,
    help: 'Accepted risk of a false alarm per row. The whole family of gating rows is held to 5 %.' },
  'require-tuned': { type: 'boolean', default: false, decides: true,
    commands: ['run', 'ab', 'compare', 'calibrate', 'action'],
    help: 'Refuse to measure on a machine that the runner hooks have not tuned for this very job, and to conclude from a ' +
      'result of one.' },
  'fail-threshold': { type: 'fraction', default: 0, min: 0, max: 0.99, value: 'P', commands: deciding, decides: true,
    repeats: true,
    help: 'Regressions smaller than this are reported, and do not fail.' },
  config: { type: 'text', default: '', value: 'FILE', commands: judging,
    help: 'The configuration file: settings of single rows, waivers, new names, and defaults, which win over inputs but ' +
      'not over flags. Without it, .stable-bench.yml if there is one.',
    inAction: 'In a pull request the file of the base commit counts, at the path that its workflow gives.' },
  calibration: { type: 'text', default: '', value: 'FILE', commands: ['ab', 'compare'],
    help: 'A calibration document of this machine. Its suggested bands apply where the configuration sets none.' },
  'fail-on': { type: 'choice', default: 'not-established', choices: ['not-established', 'regression', 'never'],
    commands: deciding, decides: true,
    help: 'What fails. not-established: a regression, missing benchmarks, or nothing compared (but not a first run). ' +
      'regression: a regression, or what may hide one; docs/configuration.md lists the reasons. never: nothing.' },
  history: { type: 'text', default: 'artifact', value: 'WHERE', commands: ['action'],
    help: 'Where scheduled runs on the default branch keep the history of the suite: artifact, or a directory that ' +
      'outlives the job.' },
  issues: { type: 'choice', default: 'never', choices: ['auto', 'never'], commands: ['action'],
    help: 'auto: open an issue for each change for the worse in the trend, and close it when it is over (issues: write).' },
  since: { type: 'text', default: '30d', value: 'WHEN', commands: ['trend'],
    help: 'List no earlier changes: a day such as 2026-11-20, days before the last night such as 30d, or a tag.' },
  suite: { type: 'text', default: '', value: 'NAME', commands: ['trend'],
    help: 'Which suite to show, if the files are of several.' },
  html: { type: 'text', default: '', value: 'FILE', commands: ['trend'],
    help: 'Write a page with all charts to this file.' },
  json: { type: 'text', default: '', value: 'FILE', commands: ['trend'],
    help: 'Write the history as one trend document to this file, with what was found in it.' },
  output: { type: 'choice', default: 'text', choices: ['text', 'markdown', 'json', 'html'],
    commands: ['ab', 'compare', 'demo'],
    help: 'The form of the report.' },
  all: { type: 'boolean', default: false, commands: ['ab', 'compare', 'demo'],
    help: 'Show every row in the text. Without it, where there are more than twelve, only those that moved or are missing.' },
  out: { type: 'text', default: '', value: 'FILE', commands: ['run', 'calibrate', 'ab', 'compare', 'demo'],
    help: 'Write the report to this file, not to the standard output. run and calibrate write their document to it; ' +
      'without it to stable-bench-result.json and stable-bench-calibration.json.' },
  save: { type: 'text', default: '', value: 'DIR', commands: ['ab'],
    help: 'Keep the samples of both sides and all reports in this directory. Without it, in a new temporary one.' },
  comment: { type: 'choice', default: 'auto', choices: ['auto', 'changes', 'never'], commands: ['action'],
    help: 'Whether the pull request gets a comment, if the token may write one. changes: only when there is more to say ' +
      'than that nothing changed.' },
  checks: { type: 'choice', default: 'never', choices: ['auto', 'never'], commands: ['action'], decides: true,
    help: 'auto: a check run of its own on the head commit of the pull request (checks: write).' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression that the runner evaluates
  token: { type: 'text', default: '${{ github.token }}', value: 'TOKEN', commands: ['action'],
    help: 'Reads the artifacts of the base branch (actions: read) and writes comments (pull-requests: write).' },
} as const satisfies Record<string, Input>
